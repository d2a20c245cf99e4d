CREATE TABLE `tasks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`title` text NOT NULL,
	`user_id` text NOT NULL,
	`person` text NOT NULL,
	`due_on` text,
	`due_at` text,
	`done` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tasks_pipeline` ON `tasks` (`pipeline_id`,`done`,`due_on`);--> statement-breakpoint
CREATE INDEX `tasks_user` ON `tasks` (`user_id`,`done`,`due_on`,`due_at`,`pipeline_id`);--> statement-breakpoint
ALTER TABLE `preferences` ADD `task_mail_since` integer;--> statement-breakpoint
ALTER TABLE `preferences` ADD `task_mailed_at` integer;