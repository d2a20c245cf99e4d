CREATE TABLE `import_values` (
	`user_id` text NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	`choice` text NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `field`, `value`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `imports` ADD `unknown_values` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `value_choices` text;--> statement-breakpoint
UPDATE `import_rows` SET `choice` = 'fill' WHERE `kind` = 'duplicate' AND `choice` = 'update';
