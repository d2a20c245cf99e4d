CREATE TABLE `members` (
	`user_id` text NOT NULL,
	`pipeline_id` integer NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`user_id`, `pipeline_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `members_pipeline` ON `members` (`pipeline_id`);--> statement-breakpoint
CREATE INDEX `pipelines_size` ON `pipelines` (`target_funding_currency`,`target_funding_amount`,"created_at" desc,"id" desc);