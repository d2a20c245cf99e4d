DROP TRIGGER `pipelines_owner_insert`;--> statement-breakpoint
DROP TRIGGER `pipelines_owner_update`;--> statement-breakpoint
DROP TRIGGER `pipelines_evaluated`;--> statement-breakpoint
DROP TRIGGER `pipelines_not_evaluated`;--> statement-breakpoint
DROP INDEX `pipelines_user_created`;--> statement-breakpoint
DROP INDEX `pipelines_round`;--> statement-breakpoint
DROP INDEX `pipelines_score_figures`;--> statement-breakpoint
DROP INDEX `pipelines_industry_figures`;--> statement-breakpoint
DROP INDEX `pipelines_score_asc`;--> statement-breakpoint
DROP INDEX `pipelines_score_desc`;--> statement-breakpoint
DROP INDEX `pipelines_meeting_asc`;--> statement-breakpoint
DROP INDEX `pipelines_meeting_desc`;--> statement-breakpoint
DROP INDEX `pipelines_stage_asc`;--> statement-breakpoint
DROP INDEX `pipelines_stage_desc`;--> statement-breakpoint
DROP INDEX `pipelines_industry_asc`;--> statement-breakpoint
DROP INDEX `pipelines_industry_desc`;--> statement-breakpoint
DROP INDEX `pipelines_owner_asc`;--> statement-breakpoint
DROP INDEX `pipelines_owner_desc`;--> statement-breakpoint
DROP INDEX `pipelines_due_asc`;--> statement-breakpoint
DROP INDEX `pipelines_due_desc`;--> statement-breakpoint
DROP INDEX `pipelines_user_due`;--> statement-breakpoint
DROP INDEX `pipelines_unevaluated`;--> statement-breakpoint
DROP INDEX `pipelines_urgent`;--> statement-breakpoint
DROP INDEX `pipelines_user_active`;--> statement-breakpoint
DROP INDEX `pipelines_user_noted`;--> statement-breakpoint
DROP INDEX `pipelines_user_unevaluated`;--> statement-breakpoint
DROP INDEX `pipelines_user_urgent`;--> statement-breakpoint
DROP INDEX `pipelines_created`;--> statement-breakpoint
DROP INDEX `pipelines_updated`;--> statement-breakpoint
ALTER TABLE `pipelines` DROP COLUMN `is_evaluated`;--> statement-breakpoint
ALTER TABLE `pipelines` DROP COLUMN `owner_name`;--> statement-breakpoint
CREATE INDEX `pipelines_user` ON `pipelines` (`user_id`,"created_at" desc,"id" desc,`evaluation_score`,`meeting_days`,`meeting_due_at`,`funding_round`,`updated_at`,`noted_at`);--> statement-breakpoint
CREATE INDEX `pipelines_score` ON `pipelines` (`evaluation_score`,"created_at" desc,"id" desc,`user_id`,`meeting_days`,`meeting_due_at`,`funding_round`,`updated_at`,`noted_at`);--> statement-breakpoint
CREATE INDEX `pipelines_meeting` ON `pipelines` (`meeting_days`,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_stage` ON `pipelines` (`round_rank`,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_industry` ON `pipelines` (("industries" ->> '$[0]'),"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_due` ON `pipelines` (`meeting_due_at`,"created_at" desc,"id" desc,`user_id`);--> statement-breakpoint
CREATE INDEX `pipelines_created` ON `pipelines` ("created_at" desc,"id" desc,`user_id`,`evaluation_score`,`meeting_days`,`meeting_due_at`,`funding_round`,`updated_at`,`noted_at`);--> statement-breakpoint
CREATE INDEX `pipelines_updated` ON `pipelines` (`updated_at`,`id`);--> statement-breakpoint
DROP TABLE IF EXISTS `sqlite_stat1`;--> statement-breakpoint
DROP TABLE IF EXISTS `sqlite_stat4`;
