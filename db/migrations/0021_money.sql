ALTER TABLE `pipelines` ADD `target_funding_amount` real;--> statement-breakpoint
ALTER TABLE `pipelines` ADD `target_funding_currency` text;--> statement-breakpoint
UPDATE `pipelines` SET
  `target_funding_amount` = amount_of(`target_funding_size`),
  `target_funding_currency` = currency_of(`target_funding_size`)
WHERE `target_funding_size` IS NOT NULL;
