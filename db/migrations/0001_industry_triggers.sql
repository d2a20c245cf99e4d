CREATE TRIGGER `pipeline_industries_insert` AFTER INSERT ON `pipelines` BEGIN
  INSERT OR IGNORE INTO `pipeline_industries` (`industry`, `pipeline_id`)
  SELECT `value`, new.`id` FROM json_each(new.`industries`);
END;
--> statement-breakpoint
CREATE TRIGGER `pipeline_industries_update` AFTER UPDATE OF `industries` ON `pipelines` BEGIN
  DELETE FROM `pipeline_industries` WHERE `pipeline_id` = new.`id`;
  INSERT OR IGNORE INTO `pipeline_industries` (`industry`, `pipeline_id`)
  SELECT `value`, new.`id` FROM json_each(new.`industries`);
END;
