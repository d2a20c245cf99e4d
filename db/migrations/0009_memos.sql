CREATE TABLE `memos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`round_id` integer,
	`title` text NOT NULL,
	`sha256` text NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by_id` text NOT NULL,
	`created_by_name` text NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `memos_pipeline` ON `memos` (`pipeline_id`,`id`);--> statement-breakpoint
ALTER TABLE `decisions` ADD `round_id` integer;--> statement-breakpoint
ALTER TABLE `decisions` ADD `memo_id` integer;--> statement-breakpoint
ALTER TABLE `decisions` ADD `outcome` text;--> statement-breakpoint
ALTER TABLE `decisions` ADD `outcome_note` text;--> statement-breakpoint
ALTER TABLE `decisions` ADD `outcome_at` integer;--> statement-breakpoint
ALTER TABLE `tasks` ADD `decision_id` integer;--> statement-breakpoint
ALTER TABLE `tasks` ADD `waived` integer;--> statement-breakpoint
CREATE INDEX `tasks_decision` ON `tasks` (`decision_id`) WHERE decision_id is not null;--> statement-breakpoint
CREATE TRIGGER `memos_are_frozen` BEFORE UPDATE OF `round_id`, `title`, `sha256`, `html`, `created_at`, `created_by_id`, `created_by_name` ON `memos` BEGIN
  SELECT RAISE(ABORT, 'a frozen memo never changes');
END;
