CREATE TABLE `import_mappings` (
	`user_id` text NOT NULL,
	`headers` text NOT NULL,
	`targets` text NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `headers`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `import_rows` (
	`import_id` integer NOT NULL,
	`n` integer NOT NULL,
	`sheet` integer NOT NULL,
	`row` integer NOT NULL,
	`cells` text NOT NULL,
	`kind` text,
	`pipeline_id` integer,
	`outcome` text,
	`choice` text,
	PRIMARY KEY(`import_id`, `n`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `import_rows_kind` ON `import_rows` (`import_id`,`kind`,`n`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`user_email` text NOT NULL,
	`file_name` text NOT NULL,
	`state` text NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`problem` text,
	`sheets` text DEFAULT '[]' NOT NULL,
	`day_first` integer,
	`counts` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`imported_at` integer,
	`undone_at` integer,
	`expire` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `imports_user` ON `imports` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `imports_expire` ON `imports` (`expire`);--> statement-breakpoint
ALTER TABLE `changes` ADD `import_id` integer;--> statement-breakpoint
CREATE INDEX `changes_import` ON `changes` (`import_id`,`subject_id`) WHERE import_id is not null;--> statement-breakpoint
ALTER TABLE `pipelines` ADD `company_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `pipelines_company` ON `pipelines` (`company_key`,`user_id`);