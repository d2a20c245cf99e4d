ALTER TABLE `pipelines` ADD `introduction_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP TRIGGER `pipeline_search_insert`;
--> statement-breakpoint
DROP TRIGGER `pipeline_search_update`;
--> statement-breakpoint
DROP TRIGGER `pipeline_search_delete`;
--> statement-breakpoint
DROP TRIGGER `introduction_added`;
--> statement-breakpoint
DROP TRIGGER `introduction_edited`;
--> statement-breakpoint
DROP TRIGGER `introduction_deleted`;
--> statement-breakpoint
DROP TRIGGER `notes_added`;
--> statement-breakpoint
DROP TRIGGER `notes_edited`;
--> statement-breakpoint
DROP TRIGGER `notes_deleted`;
--> statement-breakpoint
DROP TABLE `pipeline_terms`;
--> statement-breakpoint
DROP TABLE `pipeline_search`;
--> statement-breakpoint
DROP TABLE `note_terms`;
--> statement-breakpoint
DROP TABLE `note_search`;
--> statement-breakpoint
DROP TABLE `introduction_terms`;
--> statement-breakpoint
DROP TABLE `introduction_search`;
--> statement-breakpoint
UPDATE `users` SET `search_text` = search_text_of(`search_text`), `sort_name` = folded(`sort_name`);
--> statement-breakpoint
UPDATE `pipelines` SET
  `search_text` = search_text_of(`company_name`, `ceo_name`, `coo_name`, `cfo_name`),
  `introduction_text` = search_text_of(`business_introduction`),
  `owner_name` = coalesce((SELECT `sort_name` FROM `users` WHERE `users`.`id` = `pipelines`.`user_id`), '');
--> statement-breakpoint
UPDATE `notes` SET `search_text` = search_text_of(`text`);
--> statement-breakpoint
CREATE TRIGGER `notes_added` AFTER INSERT ON `notes` BEGIN
  UPDATE `pipelines` SET `noted_at` = max(coalesce(`noted_at`, 0), new.`created_at`) WHERE `id` = new.`pipeline_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `notes_deleted` AFTER DELETE ON `notes` BEGIN
  UPDATE `pipelines` SET `noted_at` = (SELECT `created_at` FROM `notes` WHERE `pipeline_id` = old.`pipeline_id` ORDER BY `id` DESC LIMIT 1) WHERE `id` = old.`pipeline_id`;
END;
