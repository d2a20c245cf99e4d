DROP INDEX `pipelines_created`;--> statement-breakpoint
DROP INDEX `pipelines_user`;--> statement-breakpoint
DROP INDEX `pipelines_score`;--> statement-breakpoint
DROP INDEX `pipelines_due`;--> statement-breakpoint
ALTER TABLE `pipelines` ADD `next_meeting_on` text;--> statement-breakpoint
CREATE INDEX `pipelines_created` ON `pipelines` ("created_at" desc,"id" desc,`user_id`,`evaluation_score`,`meeting_days`,`meeting_due_at`,`next_meeting_on`,`funding_round`,`updated_at`,`noted_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_user` ON `pipelines` (`user_id`,"created_at" desc,"id" desc,`evaluation_score`,`meeting_days`,`meeting_due_at`,`next_meeting_on`,`funding_round`,`updated_at`,`noted_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_score` ON `pipelines` (`evaluation_score`,"created_at" desc,"id" desc,`user_id`,`meeting_days`,`meeting_due_at`,`next_meeting_on`,`funding_round`,`updated_at`,`noted_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_due` ON `pipelines` (`meeting_due_at`,"created_at" desc,"id" desc,`user_id`,`stage_id`,`meeting_days`,`next_meeting_on`);