CREATE TABLE `import_columns` (
	`user_id` text NOT NULL,
	`holds` text NOT NULL,
	`header` text NOT NULL,
	`target` text,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `holds`, `header`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP TABLE `import_mappings`;--> statement-breakpoint
ALTER TABLE `imports` ADD `passed_over` text DEFAULT '[]' NOT NULL;