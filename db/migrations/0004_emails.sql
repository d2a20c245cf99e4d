CREATE TABLE `emails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`note_id` integer NOT NULL,
	`message_id` text NOT NULL,
	`contact_id` integer,
	`files` text NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`note_id`) REFERENCES `notes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `emails_pipeline` ON `emails` (`pipeline_id`);--> statement-breakpoint
CREATE INDEX `emails_note` ON `emails` (`note_id`);--> statement-breakpoint
CREATE INDEX `emails_message` ON `emails` (`message_id`);