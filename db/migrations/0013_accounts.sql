CREATE TABLE `pending_logins` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`expire` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pending_logins_user` ON `pending_logins` (`user_id`);--> statement-breakpoint
ALTER TABLE `authenticators` ADD `session` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `confirmed_at` integer;