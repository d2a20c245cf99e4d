CREATE TABLE `import_texts` (
	`import_id` integer PRIMARY KEY NOT NULL,
	`content` blob NOT NULL,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
UPDATE `pipelines` SET
  `target_funding_amount` = amount_of(`target_funding_size`),
  `target_funding_currency` = currency_of(`target_funding_size`)
WHERE `target_funding_size` IS NOT NULL
  AND (`target_funding_amount` IS NOT amount_of(`target_funding_size`)
    OR `target_funding_currency` IS NOT currency_of(`target_funding_size`));
