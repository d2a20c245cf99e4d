CREATE TABLE `password_links` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expire` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `password_links_user` ON `password_links` (`user_id`);--> statement-breakpoint
ALTER TABLE `pipelines` ADD `submission` text;--> statement-breakpoint
CREATE UNIQUE INDEX `pipelines_submission` ON `pipelines` (`user_id`,`submission`);--> statement-breakpoint
ALTER TABLE `users` ADD `disabled_at` integer;