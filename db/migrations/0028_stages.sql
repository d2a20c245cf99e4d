CREATE TABLE `decisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`stage_id` integer NOT NULL,
	`kind` text NOT NULL,
	`reason_id` integer,
	`text` text,
	`look_again_on` text,
	`score` real,
	`evaluation_change` integer,
	`decided_by_id` text NOT NULL,
	`decided_by_name` text NOT NULL,
	`decided_at` integer NOT NULL,
	`act_id` text NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`stage_id`) REFERENCES `list_entries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reason_id`) REFERENCES `list_entries`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `decisions_pipeline` ON `decisions` (`pipeline_id`,`id`);--> statement-breakpoint
CREATE TABLE `list_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`kind` text,
	`days` integer,
	`position` integer NOT NULL,
	`retired_at` integer,
	`replaced_by` integer
);
--> statement-breakpoint
CREATE INDEX `list_entries_list` ON `list_entries` (`list`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `list_entries_name` ON `list_entries` (`list`,lower("name")) WHERE retired_at is null;--> statement-breakpoint
CREATE TABLE `lists` (
	`name` text PRIMARY KEY NOT NULL,
	`is_required` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
INSERT INTO `lists` (`name`) VALUES ('stages'), ('reasons');--> statement-breakpoint
INSERT INTO `list_entries` (`id`, `list`, `name`, `kind`, `position`) VALUES
  (1, 'stages', 'New', 'open', 1),
  (2, 'stages', 'Screening', 'open', 2),
  (3, 'stages', 'Met', 'open', 3),
  (4, 'stages', 'Partner meeting', 'open', 4),
  (5, 'stages', 'Due diligence', 'open', 5),
  (6, 'stages', 'Term sheet', 'open', 6),
  (7, 'stages', 'Invested', 'won', 7),
  (8, 'stages', 'Passed', 'lost', 8),
  (9, 'stages', 'On hold', 'parked', 9),
  (10, 'reasons', 'Team', NULL, 1),
  (11, 'reasons', 'Market', NULL, 2),
  (12, 'reasons', 'Traction', NULL, 3),
  (13, 'reasons', 'Valuation', NULL, 4),
  (14, 'reasons', 'Too early', NULL, 5),
  (15, 'reasons', 'Conflict', NULL, 6),
  (16, 'reasons', 'Other', NULL, 7);
--> statement-breakpoint
DROP INDEX `pipelines_meeting`;--> statement-breakpoint
DROP INDEX `pipelines_created`;--> statement-breakpoint
DROP INDEX `pipelines_user`;--> statement-breakpoint
DROP INDEX `pipelines_score`;--> statement-breakpoint
DROP INDEX `pipelines_due`;--> statement-breakpoint
DROP INDEX `pipelines_active`;--> statement-breakpoint
DROP INDEX `pipelines_noted`;--> statement-breakpoint
ALTER TABLE `pipelines` ADD `stage_id` integer DEFAULT 1 NOT NULL REFERENCES list_entries(id);--> statement-breakpoint
ALTER TABLE `pipelines` ADD `stage_since` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `pipelines` ADD `way` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `pipelines` ADD `look_again_on` text;--> statement-breakpoint
UPDATE `pipelines` SET `stage_since` = `created_at`;--> statement-breakpoint
CREATE INDEX `pipelines_in_stage` ON `pipelines` (`stage_id`,"created_at" desc,"id" desc,`user_id`,`stage_since`,`look_again_on`);--> statement-breakpoint
CREATE INDEX `pipelines_created` ON `pipelines` ("created_at" desc,"id" desc,`user_id`,`evaluation_score`,`meeting_days`,`meeting_due_at`,`funding_round`,`updated_at`,`noted_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_user` ON `pipelines` (`user_id`,"created_at" desc,"id" desc,`evaluation_score`,`meeting_days`,`meeting_due_at`,`funding_round`,`updated_at`,`noted_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_score` ON `pipelines` (`evaluation_score`,"created_at" desc,"id" desc,`user_id`,`meeting_days`,`meeting_due_at`,`funding_round`,`updated_at`,`noted_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_due` ON `pipelines` (`meeting_due_at`,"created_at" desc,"id" desc,`user_id`,`stage_id`,`meeting_days`);--> statement-breakpoint
CREATE INDEX `pipelines_active` ON `pipelines` (max("updated_at", coalesce("noted_at", 0)),`user_id`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_noted` ON `pipelines` (`noted_at`,`user_id`,`stage_id`);