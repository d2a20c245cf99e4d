ALTER TABLE `evaluations` ADD `search_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `pipelines` ADD `details_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `pipelines` DROP COLUMN `introduction_text`;--> statement-breakpoint
UPDATE `users` SET `search_text` = search_text_of(`search_text`), `sort_name` = folded(`sort_name`);
--> statement-breakpoint
UPDATE `pipelines` SET
  `search_text` = search_text_of(`company_name`, `ceo_name`, `coo_name`, `cfo_name`),
  `details_text` = search_text_of(`business_introduction`, `key_business_numbers`, `comments`,
    (SELECT group_concat(`value`, char(10)) FROM json_each(`industries`)));
--> statement-breakpoint
UPDATE `evaluations` SET `search_text` = search_text_of(`market_notes`, `business_notes`, `traction_notes`,
  `financials_notes`, `team_notes`, `deal_terms_notes`, `strategic_fit_notes`);
--> statement-breakpoint
UPDATE `notes` SET `search_text` = search_text_of(`text`);
