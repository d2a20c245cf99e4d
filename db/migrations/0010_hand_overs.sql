CREATE TABLE `hand_overs` (
	`pipeline_id` integer PRIMARY KEY NOT NULL,
	`by_id` text,
	`to_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hand_overs_to` ON `hand_overs` (`to_id`);--> statement-breakpoint
CREATE INDEX `hand_overs_by` ON `hand_overs` (`by_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `signed_in_at` integer;--> statement-breakpoint
DROP TRIGGER `pipelines_owner_renamed`;
