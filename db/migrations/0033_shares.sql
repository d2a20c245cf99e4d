CREATE TABLE `share_openings` (
	`share_id` integer NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`share_id`, `day`),
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `shares` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`until` text NOT NULL,
	`facts` integer NOT NULL,
	`evaluation` integer NOT NULL,
	`files` text NOT NULL,
	`notes` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_key_unique` ON `shares` (`key`);--> statement-breakpoint
CREATE INDEX `shares_pipeline` ON `shares` (`pipeline_id`,`id`);--> statement-breakpoint
CREATE INDEX `shares_user` ON `shares` (`user_id`);