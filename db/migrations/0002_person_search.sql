ALTER TABLE `users` ADD `search_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `users` SET `search_text` = lower(trim(coalesce(`first_name`, '') || ' ' || coalesce(`last_name`, '')) || ' ' || `email`);
