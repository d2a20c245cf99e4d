DROP TRIGGER `deal_counts_insert`;
--> statement-breakpoint
DROP TRIGGER `deal_counts_before_update`;
--> statement-breakpoint
DROP TRIGGER `deal_counts_after_update`;
--> statement-breakpoint
DROP TRIGGER `deal_counts_delete`;
--> statement-breakpoint
DROP VIEW `deal_kinds`;
--> statement-breakpoint
DROP TABLE `deal_counts`;
--> statement-breakpoint
CREATE TABLE `deal_figures` (
	`owner` text NOT NULL,
	`round` text NOT NULL,
	`industries` text NOT NULL,
	`deals` integer NOT NULL,
	`active` integer NOT NULL,
	`urgent` integer NOT NULL,
	`soon` integer NOT NULL,
	`score_0` integer NOT NULL,
	`score_1` integer NOT NULL,
	`score_2` integer NOT NULL,
	`score_3` integer NOT NULL,
	`score_4` integer NOT NULL,
	`score_5` integer NOT NULL,
	`score_6` integer NOT NULL,
	`score_7` integer NOT NULL,
	`score_8` integer NOT NULL,
	`score_9` integer NOT NULL,
	PRIMARY KEY(`owner`, `round`, `industries`)
);
--> statement-breakpoint
CREATE INDEX `pipelines_figures` ON `pipelines` (`industries`,`search_text`,`user_id`,`funding_round`,`evaluation_score`,`meeting_days`);
--> statement-breakpoint
CREATE VIEW `deal_tallies` AS
  SELECT `id`, `user_id`, coalesce(`funding_round`, '') AS `round`,
    (SELECT json_group_array(`value`) FROM (SELECT DISTINCT `value` FROM json_each(`pipelines`.`industries`) ORDER BY `value`)) AS `industries`,
    1 AS `deals`, coalesce(`evaluation_score` > 0, 0) AS `active`, coalesce(`meeting_days` = 0, 0) AS `urgent`, coalesce(`meeting_days` <= 30, 0) AS `soon`,
    min(cast(`evaluation_score` AS integer), 9) IS 0 AS `score_0`, min(cast(`evaluation_score` AS integer), 9) IS 1 AS `score_1`, min(cast(`evaluation_score` AS integer), 9) IS 2 AS `score_2`,
    min(cast(`evaluation_score` AS integer), 9) IS 3 AS `score_3`, min(cast(`evaluation_score` AS integer), 9) IS 4 AS `score_4`, min(cast(`evaluation_score` AS integer), 9) IS 5 AS `score_5`,
    min(cast(`evaluation_score` AS integer), 9) IS 6 AS `score_6`, min(cast(`evaluation_score` AS integer), 9) IS 7 AS `score_7`, min(cast(`evaluation_score` AS integer), 9) IS 8 AS `score_8`, min(cast(`evaluation_score` AS integer), 9) IS 9 AS `score_9`
  FROM `pipelines`;
--> statement-breakpoint
INSERT INTO `deal_figures` (`owner`, `round`, `industries`, `deals`, `active`, `urgent`, `soon`, `score_0`, `score_1`, `score_2`, `score_3`, `score_4`, `score_5`, `score_6`, `score_7`, `score_8`, `score_9`)
  SELECT `user_id`, `round`, `industries`, sum(`deals`), sum(`active`), sum(`urgent`), sum(`soon`), sum(`score_0`), sum(`score_1`), sum(`score_2`), sum(`score_3`), sum(`score_4`), sum(`score_5`), sum(`score_6`), sum(`score_7`), sum(`score_8`), sum(`score_9`) FROM `deal_tallies` WHERE `round` <> '' GROUP BY 1, 2, 3
  UNION ALL SELECT `user_id`, '', `industries`, sum(`deals`), sum(`active`), sum(`urgent`), sum(`soon`), sum(`score_0`), sum(`score_1`), sum(`score_2`), sum(`score_3`), sum(`score_4`), sum(`score_5`), sum(`score_6`), sum(`score_7`), sum(`score_8`), sum(`score_9`) FROM `deal_tallies` GROUP BY 1, 3;
--> statement-breakpoint
INSERT INTO `deal_figures` (`owner`, `round`, `industries`, `deals`, `active`, `urgent`, `soon`, `score_0`, `score_1`, `score_2`, `score_3`, `score_4`, `score_5`, `score_6`, `score_7`, `score_8`, `score_9`)
  SELECT '', `round`, `industries`, sum(`deals`), sum(`active`), sum(`urgent`), sum(`soon`), sum(`score_0`), sum(`score_1`), sum(`score_2`), sum(`score_3`), sum(`score_4`), sum(`score_5`), sum(`score_6`), sum(`score_7`), sum(`score_8`), sum(`score_9`) FROM `deal_figures` GROUP BY 2, 3;
--> statement-breakpoint
CREATE TRIGGER `deal_figures_insert` AFTER INSERT ON `pipelines` BEGIN
  INSERT INTO `deal_figures` (`owner`, `round`, `industries`, `deals`, `active`, `urgent`, `soon`, `score_0`, `score_1`, `score_2`, `score_3`, `score_4`, `score_5`, `score_6`, `score_7`, `score_8`, `score_9`)
  SELECT `owner`, `of`, `industries`, `deals`, `active`, `urgent`, `soon`, `score_0`, `score_1`, `score_2`, `score_3`, `score_4`, `score_5`, `score_6`, `score_7`, `score_8`, `score_9`
  FROM (SELECT * FROM `deal_tallies` WHERE `id` = new.`id` LIMIT 1), (SELECT new.`user_id` AS `owner` UNION ALL SELECT ''), (SELECT '' AS `of` UNION ALL SELECT new.`funding_round` WHERE new.`funding_round` <> '') WHERE true
  ON CONFLICT DO UPDATE SET `deals` = `deals` + excluded.`deals`, `active` = `active` + excluded.`active`, `urgent` = `urgent` + excluded.`urgent`, `soon` = `soon` + excluded.`soon`, `score_0` = `score_0` + excluded.`score_0`, `score_1` = `score_1` + excluded.`score_1`, `score_2` = `score_2` + excluded.`score_2`, `score_3` = `score_3` + excluded.`score_3`, `score_4` = `score_4` + excluded.`score_4`, `score_5` = `score_5` + excluded.`score_5`, `score_6` = `score_6` + excluded.`score_6`, `score_7` = `score_7` + excluded.`score_7`, `score_8` = `score_8` + excluded.`score_8`, `score_9` = `score_9` + excluded.`score_9`;
END;
--> statement-breakpoint
CREATE TRIGGER `deal_figures_leave` BEFORE UPDATE OF `user_id`, `industries`, `funding_round` ON `pipelines`
  WHEN (old.`user_id`, old.`industries`, old.`funding_round`) IS NOT (new.`user_id`, new.`industries`, new.`funding_round`) BEGIN
  INSERT INTO `deal_figures` (`owner`, `round`, `industries`, `deals`, `active`, `urgent`, `soon`, `score_0`, `score_1`, `score_2`, `score_3`, `score_4`, `score_5`, `score_6`, `score_7`, `score_8`, `score_9`)
  SELECT `owner`, `of`, `industries`, -`deals`, -`active`, -`urgent`, -`soon`, -`score_0`, -`score_1`, -`score_2`, -`score_3`, -`score_4`, -`score_5`, -`score_6`, -`score_7`, -`score_8`, -`score_9`
  FROM (SELECT * FROM `deal_tallies` WHERE `id` = old.`id` LIMIT 1), (SELECT old.`user_id` AS `owner` UNION ALL SELECT ''), (SELECT '' AS `of` UNION ALL SELECT old.`funding_round` WHERE old.`funding_round` <> '') WHERE true
  ON CONFLICT DO UPDATE SET `deals` = `deals` + excluded.`deals`, `active` = `active` + excluded.`active`, `urgent` = `urgent` + excluded.`urgent`, `soon` = `soon` + excluded.`soon`, `score_0` = `score_0` + excluded.`score_0`, `score_1` = `score_1` + excluded.`score_1`, `score_2` = `score_2` + excluded.`score_2`, `score_3` = `score_3` + excluded.`score_3`, `score_4` = `score_4` + excluded.`score_4`, `score_5` = `score_5` + excluded.`score_5`, `score_6` = `score_6` + excluded.`score_6`, `score_7` = `score_7` + excluded.`score_7`, `score_8` = `score_8` + excluded.`score_8`, `score_9` = `score_9` + excluded.`score_9`;
  DELETE FROM `deal_figures` WHERE `owner` IN (old.`user_id`, '') AND `round` IN (coalesce(old.`funding_round`, ''), '')
    AND `industries` = (SELECT `industries` FROM `deal_tallies` WHERE `id` = old.`id`) AND `deals` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `deal_figures_join` AFTER UPDATE OF `user_id`, `industries`, `funding_round` ON `pipelines`
  WHEN (old.`user_id`, old.`industries`, old.`funding_round`) IS NOT (new.`user_id`, new.`industries`, new.`funding_round`) BEGIN
  INSERT INTO `deal_figures` (`owner`, `round`, `industries`, `deals`, `active`, `urgent`, `soon`, `score_0`, `score_1`, `score_2`, `score_3`, `score_4`, `score_5`, `score_6`, `score_7`, `score_8`, `score_9`)
  SELECT `owner`, `of`, `industries`, `deals`, `active`, `urgent`, `soon`, `score_0`, `score_1`, `score_2`, `score_3`, `score_4`, `score_5`, `score_6`, `score_7`, `score_8`, `score_9`
  FROM (SELECT * FROM `deal_tallies` WHERE `id` = new.`id` LIMIT 1), (SELECT new.`user_id` AS `owner` UNION ALL SELECT ''), (SELECT '' AS `of` UNION ALL SELECT new.`funding_round` WHERE new.`funding_round` <> '') WHERE true
  ON CONFLICT DO UPDATE SET `deals` = `deals` + excluded.`deals`, `active` = `active` + excluded.`active`, `urgent` = `urgent` + excluded.`urgent`, `soon` = `soon` + excluded.`soon`, `score_0` = `score_0` + excluded.`score_0`, `score_1` = `score_1` + excluded.`score_1`, `score_2` = `score_2` + excluded.`score_2`, `score_3` = `score_3` + excluded.`score_3`, `score_4` = `score_4` + excluded.`score_4`, `score_5` = `score_5` + excluded.`score_5`, `score_6` = `score_6` + excluded.`score_6`, `score_7` = `score_7` + excluded.`score_7`, `score_8` = `score_8` + excluded.`score_8`, `score_9` = `score_9` + excluded.`score_9`;
END;
--> statement-breakpoint
CREATE TRIGGER `deal_figures_change` AFTER UPDATE OF `evaluation_score`, `meeting_days` ON `pipelines`
  WHEN (old.`user_id`, old.`industries`, old.`funding_round`) IS (new.`user_id`, new.`industries`, new.`funding_round`) AND (old.`evaluation_score`, old.`meeting_days`) IS NOT (new.`evaluation_score`, new.`meeting_days`) BEGIN
  UPDATE `deal_figures` SET
    `active` = `active` + (new.`evaluation_score` > 0 IS true) - (old.`evaluation_score` > 0 IS true),
    `urgent` = `urgent` + (new.`meeting_days` IS 0) - (old.`meeting_days` IS 0),
    `soon` = `soon` + (new.`meeting_days` <= 30 IS true) - (old.`meeting_days` <= 30 IS true),
    `score_0` = `score_0` + (min(cast(new.`evaluation_score` AS integer), 9) IS 0) - (min(cast(old.`evaluation_score` AS integer), 9) IS 0),
    `score_1` = `score_1` + (min(cast(new.`evaluation_score` AS integer), 9) IS 1) - (min(cast(old.`evaluation_score` AS integer), 9) IS 1),
    `score_2` = `score_2` + (min(cast(new.`evaluation_score` AS integer), 9) IS 2) - (min(cast(old.`evaluation_score` AS integer), 9) IS 2),
    `score_3` = `score_3` + (min(cast(new.`evaluation_score` AS integer), 9) IS 3) - (min(cast(old.`evaluation_score` AS integer), 9) IS 3),
    `score_4` = `score_4` + (min(cast(new.`evaluation_score` AS integer), 9) IS 4) - (min(cast(old.`evaluation_score` AS integer), 9) IS 4),
    `score_5` = `score_5` + (min(cast(new.`evaluation_score` AS integer), 9) IS 5) - (min(cast(old.`evaluation_score` AS integer), 9) IS 5),
    `score_6` = `score_6` + (min(cast(new.`evaluation_score` AS integer), 9) IS 6) - (min(cast(old.`evaluation_score` AS integer), 9) IS 6),
    `score_7` = `score_7` + (min(cast(new.`evaluation_score` AS integer), 9) IS 7) - (min(cast(old.`evaluation_score` AS integer), 9) IS 7),
    `score_8` = `score_8` + (min(cast(new.`evaluation_score` AS integer), 9) IS 8) - (min(cast(old.`evaluation_score` AS integer), 9) IS 8),
    `score_9` = `score_9` + (min(cast(new.`evaluation_score` AS integer), 9) IS 9) - (min(cast(old.`evaluation_score` AS integer), 9) IS 9)
  WHERE `owner` IN (old.`user_id`, '') AND `round` IN (coalesce(old.`funding_round`, ''), '')
    AND `industries` = (SELECT `industries` FROM `deal_tallies` WHERE `id` = old.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `deal_figures_delete` BEFORE DELETE ON `pipelines` BEGIN
  INSERT INTO `deal_figures` (`owner`, `round`, `industries`, `deals`, `active`, `urgent`, `soon`, `score_0`, `score_1`, `score_2`, `score_3`, `score_4`, `score_5`, `score_6`, `score_7`, `score_8`, `score_9`)
  SELECT `owner`, `of`, `industries`, -`deals`, -`active`, -`urgent`, -`soon`, -`score_0`, -`score_1`, -`score_2`, -`score_3`, -`score_4`, -`score_5`, -`score_6`, -`score_7`, -`score_8`, -`score_9`
  FROM (SELECT * FROM `deal_tallies` WHERE `id` = old.`id` LIMIT 1), (SELECT old.`user_id` AS `owner` UNION ALL SELECT ''), (SELECT '' AS `of` UNION ALL SELECT old.`funding_round` WHERE old.`funding_round` <> '') WHERE true
  ON CONFLICT DO UPDATE SET `deals` = `deals` + excluded.`deals`, `active` = `active` + excluded.`active`, `urgent` = `urgent` + excluded.`urgent`, `soon` = `soon` + excluded.`soon`, `score_0` = `score_0` + excluded.`score_0`, `score_1` = `score_1` + excluded.`score_1`, `score_2` = `score_2` + excluded.`score_2`, `score_3` = `score_3` + excluded.`score_3`, `score_4` = `score_4` + excluded.`score_4`, `score_5` = `score_5` + excluded.`score_5`, `score_6` = `score_6` + excluded.`score_6`, `score_7` = `score_7` + excluded.`score_7`, `score_8` = `score_8` + excluded.`score_8`, `score_9` = `score_9` + excluded.`score_9`;
  DELETE FROM `deal_figures` WHERE `owner` IN (old.`user_id`, '') AND `round` IN (coalesce(old.`funding_round`, ''), '')
    AND `industries` = (SELECT `industries` FROM `deal_tallies` WHERE `id` = old.`id`) AND `deals` = 0;
END;
