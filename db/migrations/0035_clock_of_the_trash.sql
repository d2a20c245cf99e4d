DROP TABLE `server_days`;--> statement-breakpoint
ALTER TABLE `trash` DROP COLUMN `days_before`;