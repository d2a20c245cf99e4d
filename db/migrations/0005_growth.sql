CREATE TABLE `deal_counts` (
	`owner` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`deals` integer NOT NULL,
	PRIMARY KEY(`owner`, `kind`, `value`)
);
--> statement-breakpoint
ALTER TABLE `pipelines` ADD `owner_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `pipelines_round` ON `pipelines` (`funding_round`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `pipelines_score_asc` ON `pipelines` (`evaluation_score`,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_score_desc` ON `pipelines` ("evaluation_score" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_meeting_asc` ON `pipelines` ("meeting_days" is null,`meeting_days`,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_meeting_desc` ON `pipelines` ("meeting_days" is null,"meeting_days" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_stage_asc` ON `pipelines` ("round_rank" is null,`round_rank`,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_stage_desc` ON `pipelines` ("round_rank" is null,"round_rank" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_industry_asc` ON `pipelines` (("industries" ->> '$[0]') is null,("industries" ->> '$[0]'),"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_industry_desc` ON `pipelines` (("industries" ->> '$[0]') is null,("industries" ->> '$[0]') desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_owner_asc` ON `pipelines` (`owner_name`,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_owner_desc` ON `pipelines` ("owner_name" desc,"created_at" desc,"id" desc);--> statement-breakpoint
UPDATE `pipelines` SET `owner_name` = coalesce((SELECT `sort_name` FROM `users` WHERE `users`.`id` = `pipelines`.`user_id`), '');
--> statement-breakpoint
CREATE TRIGGER `pipelines_owner_insert` AFTER INSERT ON `pipelines` BEGIN
  UPDATE `pipelines` SET `owner_name` = coalesce((SELECT `sort_name` FROM `users` WHERE `id` = new.`user_id`), '') WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `pipelines_owner_update` AFTER UPDATE OF `user_id` ON `pipelines` BEGIN
  UPDATE `pipelines` SET `owner_name` = coalesce((SELECT `sort_name` FROM `users` WHERE `id` = new.`user_id`), '') WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `pipelines_owner_renamed` AFTER UPDATE OF `sort_name` ON `users` WHEN old.`sort_name` <> new.`sort_name` BEGIN
  UPDATE `pipelines` SET `owner_name` = new.`sort_name` WHERE `user_id` = new.`id`;
END;
--> statement-breakpoint
CREATE VIEW `deal_kinds` AS
  SELECT `id`, `user_id`, 'deals' AS `kind`, '' AS `value` FROM `pipelines`
  UNION ALL SELECT `id`, `user_id`, 'active', '' FROM `pipelines` WHERE `evaluation_score` > 0
  UNION ALL SELECT `id`, `user_id`, 'urgent', '' FROM `pipelines` WHERE `meeting_days` = 0
  UNION ALL SELECT `id`, `user_id`, 'soon', '' FROM `pipelines` WHERE `meeting_days` <= 30
  UNION ALL SELECT `id`, `user_id`, 'score', min(cast(`evaluation_score` AS integer), 9) || '' FROM `pipelines` WHERE `evaluation_score` IS NOT NULL
  UNION ALL SELECT DISTINCT `pipelines`.`id`, `user_id`, 'industry', `named`.`value` FROM `pipelines`, json_each(`industries`) AS `named`;
--> statement-breakpoint
INSERT INTO `deal_counts` (`owner`, `kind`, `value`, `deals`)
  SELECT `user_id`, `kind`, `value`, count(*) FROM `deal_kinds` GROUP BY 1, 2, 3
  UNION ALL SELECT '', `kind`, `value`, count(*) FROM `deal_kinds` GROUP BY 2, 3;
--> statement-breakpoint
CREATE TRIGGER `deal_counts_insert` AFTER INSERT ON `pipelines` BEGIN
  INSERT INTO `deal_counts` (`owner`, `kind`, `value`, `deals`)
  SELECT `owner`, `kind`, `value`, 1 FROM `deal_kinds`, (SELECT new.`user_id` AS `owner` UNION ALL SELECT '') WHERE `id` = new.`id`
  ON CONFLICT DO UPDATE SET `deals` = `deals` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `deal_counts_before_update` BEFORE UPDATE OF `user_id`, `industries`, `evaluation_score`, `meeting_days` ON `pipelines` BEGIN
  INSERT INTO `deal_counts` (`owner`, `kind`, `value`, `deals`)
  SELECT `owner`, `kind`, `value`, -1 FROM `deal_kinds`, (SELECT old.`user_id` AS `owner` UNION ALL SELECT '') WHERE `id` = old.`id`
  ON CONFLICT DO UPDATE SET `deals` = `deals` - 1;
END;
--> statement-breakpoint
CREATE TRIGGER `deal_counts_after_update` AFTER UPDATE OF `user_id`, `industries`, `evaluation_score`, `meeting_days` ON `pipelines` BEGIN
  INSERT INTO `deal_counts` (`owner`, `kind`, `value`, `deals`)
  SELECT `owner`, `kind`, `value`, 1 FROM `deal_kinds`, (SELECT new.`user_id` AS `owner` UNION ALL SELECT '') WHERE `id` = new.`id`
  ON CONFLICT DO UPDATE SET `deals` = `deals` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `deal_counts_delete` BEFORE DELETE ON `pipelines` BEGIN
  INSERT INTO `deal_counts` (`owner`, `kind`, `value`, `deals`)
  SELECT `owner`, `kind`, `value`, -1 FROM `deal_kinds`, (SELECT old.`user_id` AS `owner` UNION ALL SELECT '') WHERE `id` = old.`id`
  ON CONFLICT DO UPDATE SET `deals` = `deals` - 1;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `pipeline_search` USING fts5(`text`, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE `pipeline_grams` USING fts5vocab(`pipeline_search`, 'instance');
--> statement-breakpoint
INSERT INTO `pipeline_search` (`rowid`, `text`) SELECT `id`, `search_text` || char(65535, 65535) FROM `pipelines`;
--> statement-breakpoint
CREATE TRIGGER `pipeline_search_insert` AFTER INSERT ON `pipelines` BEGIN
  INSERT INTO `pipeline_search` (`rowid`, `text`) VALUES (new.`id`, new.`search_text` || char(65535, 65535));
END;
--> statement-breakpoint
CREATE TRIGGER `pipeline_search_update` AFTER UPDATE OF `search_text` ON `pipelines` WHEN old.`search_text` <> new.`search_text` BEGIN
  DELETE FROM `pipeline_search` WHERE `rowid` = old.`id`;
  INSERT INTO `pipeline_search` (`rowid`, `text`) VALUES (new.`id`, new.`search_text` || char(65535, 65535));
END;
--> statement-breakpoint
CREATE TRIGGER `pipeline_search_delete` AFTER DELETE ON `pipelines` BEGIN
  DELETE FROM `pipeline_search` WHERE `rowid` = old.`id`;
END;
