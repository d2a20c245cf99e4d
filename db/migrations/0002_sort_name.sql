ALTER TABLE `users` ADD `sort_name` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `users` SET `sort_name` = CASE WHEN coalesce(`first_name`, '') = '' THEN lower(`email`) ELSE substr(`search_text`, 1, length(`first_name`)) END;
