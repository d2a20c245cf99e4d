CREATE TABLE `own_fields` (
	`key` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`hint` text,
	`is_required` integer DEFAULT false NOT NULL,
	`options` text DEFAULT '[]' NOT NULL,
	`section` text,
	`position` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
ALTER TABLE `pipelines` ADD `fields` text DEFAULT '{}' NOT NULL;