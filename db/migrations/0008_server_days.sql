CREATE TABLE `server_days` (
	`day` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE `trash` ADD `days_before` integer DEFAULT 0 NOT NULL;