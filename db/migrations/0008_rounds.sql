CREATE TABLE `round_evaluators` (
	`round_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`reason` text,
	PRIMARY KEY(`round_id`, `user_id`),
	FOREIGN KEY (`round_id`) REFERENCES `rounds`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `round_evaluators_user` ON `round_evaluators` (`user_id`,`state`);--> statement-breakpoint
CREATE TABLE `rounds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`company_name` text NOT NULL,
	`opened_by_id` text NOT NULL,
	`opened_by_name` text NOT NULL,
	`opened_by_email` text NOT NULL,
	`opened_at` integer NOT NULL,
	`until` text NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rounds_pipeline` ON `rounds` (`pipeline_id`,`id`);--> statement-breakpoint
CREATE INDEX `rounds_until` ON `rounds` (`closed_at`,`until`);--> statement-breakpoint
CREATE TABLE `scorecards` (
	`round_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`market_size` real,
	`market_growth_rate` real,
	`competitive_landscape` real,
	`regulatory_environment` real,
	`market_notes` text,
	`problem_solution_fit` real,
	`product_market_fit` real,
	`technology_edge` real,
	`roadmap_vision` real,
	`business_notes` text,
	`revenue_growth_rate` real,
	`user_metrics` real,
	`unit_economics` real,
	`pipeline_sales_momentum` real,
	`traction_notes` text,
	`revenue_model` real,
	`gross_margins` real,
	`burn_rate_runway` real,
	`profitability_outlook` real,
	`financials_notes` text,
	`founder_quality` real,
	`team_depth` real,
	`execution_track_record` real,
	`team_notes` text,
	`valuation_traction` real,
	`cap_table` real,
	`investor_rights` real,
	`exit_scenarios` real,
	`deal_terms_notes` text,
	`fund_thesis_alignment` real,
	`synergies` real,
	`follow_on_potential` real,
	`strategic_fit_notes` text,
	`vote` text,
	`reason` text,
	`saved_at` integer NOT NULL,
	`submitted_at` integer,
	`corrected_at` integer,
	PRIMARY KEY(`round_id`, `user_id`),
	FOREIGN KEY (`round_id`) REFERENCES `rounds`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `scorecards_user` ON `scorecards` (`user_id`);