UPDATE `pipelines`
SET `target_funding_amount` = parse_amount(`target_funding_size`),
	`target_funding_currency` = parse_currency(`target_funding_size`)
WHERE `target_funding_size` IS NOT NULL;
