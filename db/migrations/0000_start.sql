CREATE TABLE `evaluations` (
	`pipeline_id` integer PRIMARY KEY NOT NULL,
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
	`overall_score` real NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `password_links` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expire` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `password_links_user` ON `password_links` (`user_id`);--> statement-breakpoint
CREATE TABLE `pipeline_industries` (
	`industry` text NOT NULL,
	`pipeline_id` integer NOT NULL,
	PRIMARY KEY(`industry`, `pipeline_id`),
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pipeline_industries_pipeline` ON `pipeline_industries` (`pipeline_id`);--> statement-breakpoint
CREATE TABLE `pipelines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`company_name` text NOT NULL,
	`ceo_name` text,
	`coo_name` text,
	`cfo_name` text,
	`industries` text DEFAULT '[]' NOT NULL,
	`business_introduction` text,
	`key_business_numbers` text,
	`funding_round` text,
	`target_funding_size` text,
	`target_closing_date` text,
	`evaluation_score` real,
	`next_meeting_date` text,
	`comments` text,
	`search_text` text NOT NULL,
	`meeting_days` integer,
	`round_rank` integer,
	`submission` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pipelines_created` ON `pipelines` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `pipelines_user_created` ON `pipelines` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `pipelines_updated` ON `pipelines` (`updated_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `pipelines_submission` ON `pipelines` (`user_id`,`submission`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`sess` text NOT NULL,
	`expire` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expire` ON `sessions` (`expire`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`profile_image_url` text,
	`is_admin` integer DEFAULT false NOT NULL,
	`role` text DEFAULT 'user' NOT NULL,
	`approval_status` text DEFAULT 'pending' NOT NULL,
	`decided_at` integer,
	`disabled_at` integer,
	`group` text DEFAULT 'CCBI' NOT NULL,
	`signup_key` text,
	`search_text` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_signup_key_unique` ON `users` (`signup_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);--> statement-breakpoint
CREATE INDEX `users_status` ON `users` (`approval_status`,`decided_at`);