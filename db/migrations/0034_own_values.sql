CREATE TABLE `own_values` (
	`pipeline_id` integer PRIMARY KEY NOT NULL,
	`fields` blob NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `own_values` (`pipeline_id`, `fields`)
SELECT `id`, jsonb(`fields`) FROM `pipelines` WHERE `fields` <> '{}';
--> statement-breakpoint
DROP TRIGGER `pipeline_industries_insert`;
--> statement-breakpoint
DROP TRIGGER `pipeline_industries_update`;
--> statement-breakpoint
CREATE TRIGGER `pipelines_insert` AFTER INSERT ON `pipelines` BEGIN
  INSERT OR IGNORE INTO `pipeline_industries` (`industry`, `pipeline_id`)
  SELECT `value`, new.`id` FROM json_each(new.`industries`);
  INSERT INTO `own_values` (`pipeline_id`, `fields`)
  SELECT new.`id`, jsonb(new.`fields`) WHERE new.`fields` <> '{}';
END;
--> statement-breakpoint
CREATE TRIGGER `pipelines_update` AFTER UPDATE OF `industries`, `fields` ON `pipelines` BEGIN
  DELETE FROM `pipeline_industries`
  WHERE `pipeline_id` = new.`id` AND new.`industries` <> old.`industries`;
  INSERT OR IGNORE INTO `pipeline_industries` (`industry`, `pipeline_id`)
  SELECT `value`, new.`id` FROM json_each(new.`industries`) WHERE new.`industries` <> old.`industries`;
  DELETE FROM `own_values` WHERE `pipeline_id` = new.`id` AND new.`fields` <> old.`fields`;
  INSERT INTO `own_values` (`pipeline_id`, `fields`)
  SELECT new.`id`, jsonb(new.`fields`) WHERE new.`fields` NOT IN ('{}', old.`fields`);
END;
