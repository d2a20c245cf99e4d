DROP TRIGGER `deal_figures_insert`;
--> statement-breakpoint
DROP TRIGGER `deal_figures_leave`;
--> statement-breakpoint
DROP TRIGGER `deal_figures_join`;
--> statement-breakpoint
DROP TRIGGER `deal_figures_change`;
--> statement-breakpoint
DROP TRIGGER `deal_figures_delete`;
--> statement-breakpoint
DROP VIEW `deal_tallies`;
--> statement-breakpoint
DROP TABLE `deal_figures`;--> statement-breakpoint
DROP INDEX `pipelines_figures`;--> statement-breakpoint
DROP INDEX `pipelines_created`;--> statement-breakpoint
DROP INDEX `pipelines_user_created`;--> statement-breakpoint
CREATE INDEX `pipelines_score_figures` ON `pipelines` (`evaluation_score`,`meeting_days`,`user_id`,`funding_round`,`search_text`);--> statement-breakpoint
CREATE INDEX `pipelines_industry_figures` ON `pipelines` (`industries`,`user_id`,`funding_round`,`search_text`);--> statement-breakpoint
CREATE INDEX `pipelines_created` ON `pipelines` (`created_at`,`id`,`search_text`);--> statement-breakpoint
CREATE INDEX `pipelines_user_created` ON `pipelines` (`user_id`,`created_at`,`id`,`evaluation_score`,`meeting_days`,`funding_round`,`industries`,`search_text`);
--> statement-breakpoint
DROP TABLE `pipeline_grams`;
--> statement-breakpoint
DROP TRIGGER `pipeline_search_insert`;
--> statement-breakpoint
DROP TRIGGER `pipeline_search_update`;
--> statement-breakpoint
DROP TABLE `pipeline_search`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `pipeline_search` USING fts5(`text`, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO `pipeline_search` (`rowid`, `text`) SELECT `id`, `search_text` FROM `pipelines`;
--> statement-breakpoint
CREATE TRIGGER `pipeline_search_insert` AFTER INSERT ON `pipelines` BEGIN
  INSERT INTO `pipeline_search` (`rowid`, `text`) VALUES (new.`id`, new.`search_text`);
END;
--> statement-breakpoint
CREATE TRIGGER `pipeline_search_update` AFTER UPDATE OF `search_text` ON `pipelines` WHEN old.`search_text` <> new.`search_text` BEGIN
  DELETE FROM `pipeline_search` WHERE `rowid` = old.`id`;
  INSERT INTO `pipeline_search` (`rowid`, `text`) VALUES (new.`id`, new.`search_text`);
END;
