CREATE TABLE `api_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`access` text NOT NULL,
	`created_at` integer NOT NULL,
	`expire` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_key_unique` ON `api_tokens` (`key`);--> statement-breakpoint
CREATE INDEX `api_tokens_user` ON `api_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `authenticators` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`session` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `calendars` (
	`user_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`time_zone` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_key` ON `calendars` (`key`);--> statement-breakpoint
CREATE TABLE `changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`actor_email` text,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`subject_name` text NOT NULL,
	`act` text NOT NULL,
	`fields` text NOT NULL,
	`act_id` text,
	`reason` text
);--> statement-breakpoint
CREATE INDEX `changes_subject` ON `changes` (`subject_id`,`subject`,`id`);--> statement-breakpoint
CREATE INDEX `changes_actor` ON `changes` (`actor_email`,`id`);--> statement-breakpoint
CREATE INDEX `changes_at` ON `changes` (`at`);--> statement-breakpoint
CREATE INDEX `changes_score` ON `changes` (`at`,`subject_id`) WHERE subject = 'pipeline' and act = 'changed' and fields ->> '$.evaluationScore' is not null;--> statement-breakpoint
CREATE INDEX `changes_act` ON `changes` (`act_id`,`subject_id`);--> statement-breakpoint
CREATE INDEX `changes_files` ON `changes` (`at`) WHERE subject = 'file';--> statement-breakpoint
CREATE INDEX `changes_accounts` ON `changes` (`id`) WHERE subject = 'account';--> statement-breakpoint
CREATE TABLE `contacts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`name` text NOT NULL,
	`role` text,
	`email` text,
	`phone` text,
	`link` text,
	`note` text,
	`search_text` text NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `contacts_pipeline` ON `contacts` (`pipeline_id`,`id`);--> statement-breakpoint
CREATE TABLE `decisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`stage_id` integer NOT NULL,
	`kind` text NOT NULL,
	`reason_id` integer,
	`text` text,
	`look_again_on` text,
	`score` real,
	`evaluation_change` integer,
	`decided_by_id` text NOT NULL,
	`decided_by_name` text NOT NULL,
	`decided_at` integer NOT NULL,
	`act_id` text NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`stage_id`) REFERENCES `list_entries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reason_id`) REFERENCES `list_entries`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `decisions_pipeline` ON `decisions` (`pipeline_id`,`id`);--> statement-breakpoint
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
	`search_text` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`name` text NOT NULL,
	`size` integer NOT NULL,
	`type` text NOT NULL,
	`sha256` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`search_text` text NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `files_pipeline` ON `files` (`pipeline_id`,`id`);--> statement-breakpoint
CREATE TABLE `hand_overs` (
	`pipeline_id` integer PRIMARY KEY NOT NULL,
	`by_id` text,
	`to_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `hand_overs_to` ON `hand_overs` (`to_id`);--> statement-breakpoint
CREATE INDEX `hand_overs_by` ON `hand_overs` (`by_id`);--> statement-breakpoint
CREATE TABLE `import_columns` (
	`user_id` text NOT NULL,
	`holds` text NOT NULL,
	`header` text NOT NULL,
	`target` text,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `holds`, `header`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `import_rows` (
	`import_id` integer NOT NULL,
	`n` integer NOT NULL,
	`sheet` integer NOT NULL,
	`row` integer NOT NULL,
	`cells` text NOT NULL,
	`kind` text,
	`pipeline_id` integer,
	`outcome` text,
	`choice` text,
	PRIMARY KEY(`import_id`, `n`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `import_rows_kind` ON `import_rows` (`import_id`,`kind`,`n`);--> statement-breakpoint
CREATE TABLE `import_texts` (
	`import_id` integer PRIMARY KEY NOT NULL,
	`content` blob NOT NULL,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`user_email` text NOT NULL,
	`file_name` text NOT NULL,
	`state` text NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`problem` text,
	`sheets` text DEFAULT '[]' NOT NULL,
	`day_first` integer,
	`counts` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`imported_at` integer,
	`undone_at` integer,
	`expire` integer NOT NULL,
	`passed_over` text DEFAULT '[]' NOT NULL
);--> statement-breakpoint
CREATE INDEX `imports_user` ON `imports` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `imports_expire` ON `imports` (`expire`);--> statement-breakpoint
CREATE TABLE `late_forms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`user_id` text NOT NULL,
	`path` text NOT NULL,
	`form` text NOT NULL,
	`expire` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `late_forms_user` ON `late_forms` (`user_id`);--> statement-breakpoint
CREATE TABLE `list_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`kind` text,
	`days` integer,
	`position` integer NOT NULL,
	`retired_at` integer,
	`replaced_by` integer,
	`former` text DEFAULT '[]' NOT NULL
);--> statement-breakpoint
CREATE INDEX `list_entries_list` ON `list_entries` (`list`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `list_entries_name` ON `list_entries` (`list`,lower("name")) WHERE retired_at is null;--> statement-breakpoint
CREATE TABLE `lists` (
	`name` text PRIMARY KEY NOT NULL,
	`is_required` integer DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE `members` (
	`user_id` text NOT NULL,
	`pipeline_id` integer NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`user_id`, `pipeline_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `members_pipeline` ON `members` (`pipeline_id`);--> statement-breakpoint
CREATE TABLE `mentions` (
	`user_id` text NOT NULL,
	`note_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `note_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`note_id`) REFERENCES `notes`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `mentions_note` ON `mentions` (`note_id`);--> statement-breakpoint
CREATE TABLE `merges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`winner_id` integer NOT NULL,
	`loser_id` integer NOT NULL,
	`winner_name` text NOT NULL,
	`loser_name` text NOT NULL,
	`trash_id` integer NOT NULL,
	`act_id` text NOT NULL,
	`merged_at` integer NOT NULL,
	`split_at` integer,
	`brought` text NOT NULL
);--> statement-breakpoint
CREATE INDEX `merges_winner` ON `merges` (`winner_id`);--> statement-breakpoint
CREATE INDEX `merges_loser` ON `merges` (`loser_id`);--> statement-breakpoint
CREATE INDEX `merges_trash` ON `merges` (`trash_id`);--> statement-breakpoint
CREATE INDEX `merges_act` ON `merges` (`act_id`);--> statement-breakpoint
CREATE TABLE `notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`search_text` text NOT NULL,
	`submission` text,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `notes_pipeline` ON `notes` (`pipeline_id`,`id`);--> statement-breakpoint
CREATE INDEX `notes_created` ON `notes` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `notes_submission` ON `notes` (`author_id`,`submission`) WHERE submission is not null;--> statement-breakpoint
CREATE TABLE `own_fields` (
	`key` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`hint` text,
	`is_required` integer DEFAULT false NOT NULL,
	`options` text DEFAULT '[]' NOT NULL,
	`section` text,
	`position` integer NOT NULL,
	`archived_at` integer
);--> statement-breakpoint
CREATE TABLE `own_values` (
	`pipeline_id` integer PRIMARY KEY NOT NULL,
	`fields` blob NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `password_links` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expire` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `password_links_user` ON `password_links` (`user_id`);--> statement-breakpoint
CREATE TABLE `pending_logins` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`expire` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `pending_logins_user` ON `pending_logins` (`user_id`);--> statement-breakpoint
CREATE TABLE `pipeline_industries` (
	`industry` text NOT NULL,
	`pipeline_id` integer NOT NULL,
	PRIMARY KEY(`industry`, `pipeline_id`),
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
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
	`company_key` text DEFAULT '' NOT NULL,
	`next_meeting_set_at` integer,
	`meeting_due_at` integer,
	`noted_at` integer,
	`details_text` text DEFAULT '' NOT NULL,
	`target_funding_amount` real,
	`target_funding_currency` text,
	`fields` text DEFAULT '{}' NOT NULL,
	`stage_id` integer DEFAULT 1 NOT NULL REFERENCES list_entries(id),
	`stage_since` integer DEFAULT 0 NOT NULL,
	`way` text DEFAULT '[]' NOT NULL,
	`look_again_on` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE UNIQUE INDEX `pipelines_submission` ON `pipelines` (`user_id`,`submission`);--> statement-breakpoint
CREATE INDEX `pipelines_company` ON `pipelines` (`company_key`,`user_id`);--> statement-breakpoint
CREATE INDEX `pipelines_stage` ON `pipelines` (`round_rank`,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_industry` ON `pipelines` (("industries" ->> '$[0]'),"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_updated` ON `pipelines` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `pipelines_names` ON `pipelines` (`search_text`,`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `pipelines_size` ON `pipelines` (`target_funding_currency`,`target_funding_amount`,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_created` ON `pipelines` ("created_at" desc,"id" desc,`user_id`,`evaluation_score`,`meeting_days`,`meeting_due_at`,`funding_round`,`updated_at`,`noted_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_user` ON `pipelines` (`user_id`,"created_at" desc,"id" desc,`evaluation_score`,`meeting_days`,`meeting_due_at`,`funding_round`,`updated_at`,`noted_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_score` ON `pipelines` (`evaluation_score`,"created_at" desc,"id" desc,`user_id`,`meeting_days`,`meeting_due_at`,`funding_round`,`updated_at`,`noted_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_due` ON `pipelines` (`meeting_due_at`,"created_at" desc,"id" desc,`user_id`,`stage_id`,`meeting_days`);--> statement-breakpoint
CREATE INDEX `pipelines_active` ON `pipelines` (max("updated_at", coalesce("noted_at", 0)),`user_id`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_noted` ON `pipelines` (`noted_at`,`user_id`,`stage_id`);--> statement-breakpoint
CREATE INDEX `pipelines_in_stage` ON `pipelines` (`stage_id`,"created_at" desc,"id" desc,`user_id`,`stage_since`,`look_again_on`,`target_funding_currency`,`target_funding_amount`);--> statement-breakpoint
CREATE TABLE `preferences` (
	`user_id` text PRIMARY KEY NOT NULL,
	`start_view_id` integer,
	`columns` text,
	`review_mail_since` integer,
	`unsubscribe_key` text,
	`review_mailed_at` integer,
	`time_zone` text,
	`language` text,
	`task_mail_since` integer,
	`task_mailed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`start_view_id`) REFERENCES `views`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE UNIQUE INDEX `preferences_unsubscribe_key_unique` ON `preferences` (`unsubscribe_key`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`sess` text NOT NULL,
	`expire` integer NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expire` ON `sessions` (`expire`);--> statement-breakpoint
CREATE TABLE `share_openings` (
	`share_id` integer NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`share_id`, `day`),
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `shares` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`until` text NOT NULL,
	`facts` integer NOT NULL,
	`evaluation` integer NOT NULL,
	`files` text NOT NULL,
	`notes` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE UNIQUE INDEX `shares_key_unique` ON `shares` (`key`);--> statement-breakpoint
CREATE INDEX `shares_pipeline` ON `shares` (`pipeline_id`,`id`);--> statement-breakpoint
CREATE INDEX `shares_user` ON `shares` (`user_id`);--> statement-breakpoint
CREATE TABLE `tasks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`title` text NOT NULL,
	`user_id` text NOT NULL,
	`person` text NOT NULL,
	`due_on` text,
	`due_at` text,
	`done` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `tasks_pipeline` ON `tasks` (`pipeline_id`,`done`,`due_on`);--> statement-breakpoint
CREATE INDEX `tasks_user` ON `tasks` (`user_id`,`done`,`due_on`,`due_at`,`pipeline_id`);--> statement-breakpoint
CREATE TABLE `trash` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`deleted_at` integer NOT NULL,
	`deleted_by` text NOT NULL,
	`subject` text NOT NULL,
	`name` text NOT NULL,
	`owner` text NOT NULL,
	`deals` integer NOT NULL,
	`rows` text NOT NULL
);--> statement-breakpoint
CREATE INDEX `trash_deleted` ON `trash` (`deleted_at`);--> statement-breakpoint
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
	`updated_at` integer NOT NULL,
	`sort_name` text DEFAULT '' NOT NULL,
	`signed_in_at` integer,
	`steps_dismissed_at` integer
);--> statement-breakpoint
CREATE UNIQUE INDEX `users_signup_key_unique` ON `users` (`signup_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);--> statement-breakpoint
CREATE INDEX `users_status` ON `users` (`approval_status`,`decided_at`);--> statement-breakpoint
CREATE TABLE `views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`list` text NOT NULL,
	`search` text NOT NULL,
	`density` text,
	`columns` text,
	`is_shared` integer DEFAULT false NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `views_user` ON `views` (`user_id`,`position`);--> statement-breakpoint
CREATE INDEX `views_shared` ON `views` (`is_shared`);--> statement-breakpoint
CREATE TRIGGER `changes_are_never_deleted` BEFORE DELETE ON `changes` BEGIN
  SELECT RAISE(ABORT, 'history is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `users_end_password_links`
AFTER UPDATE OF `email`, `password`, `role`, `is_admin`, `approval_status`, `disabled_at` ON `users`
WHEN (old.`email`, old.`password`, old.`role`, old.`is_admin`, old.`approval_status`, old.`disabled_at`)
  IS NOT (new.`email`, new.`password`, new.`role`, new.`is_admin`, new.`approval_status`, new.`disabled_at`)
BEGIN
  DELETE FROM `password_links` WHERE `user_id` = new.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `notes_added` AFTER INSERT ON `notes` BEGIN
  UPDATE `pipelines` SET `noted_at` = max(coalesce(`noted_at`, 0), new.`created_at`) WHERE `id` = new.`pipeline_id`;
END;--> statement-breakpoint
CREATE TRIGGER `notes_deleted` AFTER DELETE ON `notes` BEGIN
  UPDATE `pipelines` SET `noted_at` = (SELECT `created_at` FROM `notes` WHERE `pipeline_id` = old.`pipeline_id` ORDER BY `id` DESC LIMIT 1) WHERE `id` = old.`pipeline_id`;
END;--> statement-breakpoint
CREATE TRIGGER `changes_are_kept` BEFORE UPDATE ON `changes` BEGIN
  SELECT RAISE(ABORT, 'history is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `notes_moved` AFTER UPDATE OF `pipeline_id` ON `notes` BEGIN
  UPDATE `pipelines` SET `noted_at` = (SELECT `created_at` FROM `notes` WHERE `pipeline_id` = `pipelines`.`id` ORDER BY `id` DESC LIMIT 1) WHERE `id` IN (old.`pipeline_id`, new.`pipeline_id`);
END;--> statement-breakpoint
CREATE TRIGGER `pipelines_insert` AFTER INSERT ON `pipelines` BEGIN
  INSERT OR IGNORE INTO `pipeline_industries` (`industry`, `pipeline_id`)
  SELECT `value`, new.`id` FROM json_each(new.`industries`);
  INSERT INTO `own_values` (`pipeline_id`, `fields`)
  SELECT new.`id`, jsonb(new.`fields`) WHERE new.`fields` <> '{}';
END;--> statement-breakpoint
CREATE TRIGGER `pipelines_update` AFTER UPDATE OF `industries`, `fields` ON `pipelines` BEGIN
  DELETE FROM `pipeline_industries`
  WHERE `pipeline_id` = new.`id` AND new.`industries` <> old.`industries`;
  INSERT OR IGNORE INTO `pipeline_industries` (`industry`, `pipeline_id`)
  SELECT `value`, new.`id` FROM json_each(new.`industries`) WHERE new.`industries` <> old.`industries`;
  DELETE FROM `own_values` WHERE `pipeline_id` = new.`id` AND new.`fields` <> old.`fields`;
  INSERT INTO `own_values` (`pipeline_id`, `fields`)
  SELECT new.`id`, jsonb(new.`fields`) WHERE new.`fields` NOT IN ('{}', old.`fields`);
END;--> statement-breakpoint
INSERT INTO `lists` (`name`) VALUES ('reasons'), ('stages');--> statement-breakpoint
INSERT INTO `list_entries` (`id`, `list`, `name`, `kind`, `days`, `position`) VALUES
	(1, 'stages', 'New', 'open', NULL, 1),
	(2, 'stages', 'Screening', 'open', NULL, 2),
	(3, 'stages', 'Met', 'open', NULL, 3),
	(4, 'stages', 'Partner meeting', 'open', NULL, 4),
	(5, 'stages', 'Due diligence', 'open', NULL, 5),
	(6, 'stages', 'Term sheet', 'open', NULL, 6),
	(7, 'stages', 'Invested', 'won', NULL, 7),
	(8, 'stages', 'Passed', 'lost', NULL, 8),
	(9, 'stages', 'On hold', 'parked', NULL, 9),
	(10, 'reasons', 'Team', NULL, NULL, 1),
	(11, 'reasons', 'Market', NULL, NULL, 2),
	(12, 'reasons', 'Traction', NULL, NULL, 3),
	(13, 'reasons', 'Valuation', NULL, NULL, 4),
	(14, 'reasons', 'Too early', NULL, NULL, 5),
	(15, 'reasons', 'Conflict', NULL, NULL, 6),
	(16, 'reasons', 'Other', NULL, NULL, 7),
	(17, 'industries', 'DX', NULL, NULL, 1),
	(18, 'industries', 'AI', NULL, NULL, 2),
	(19, 'industries', 'Mobile Internet', NULL, NULL, 3),
	(20, 'industries', 'Fintech', NULL, NULL, 4),
	(21, 'industries', 'IOT', NULL, NULL, 5),
	(22, 'industries', 'Lifestyle', NULL, NULL, 6),
	(23, 'industries', 'In/Out bound', NULL, NULL, 7),
	(24, 'industries', 'Others', NULL, NULL, 8),
	(25, 'groups', 'CCIA', NULL, NULL, 1),
	(26, 'groups', 'CCBI', NULL, NULL, 2),
	(27, 'groups', 'Alibaba', NULL, NULL, 3),
	(28, 'groups', 'OnBS', NULL, NULL, 4),
	(29, 'rounds', 'Seed', NULL, NULL, 1),
	(30, 'rounds', 'Angel', NULL, NULL, 2),
	(31, 'rounds', 'Pre-A', NULL, NULL, 3),
	(32, 'rounds', 'A', NULL, NULL, 4),
	(33, 'rounds', 'B', NULL, NULL, 5),
	(34, 'rounds', 'C', NULL, NULL, 6),
	(35, 'rounds', 'D', NULL, NULL, 7),
	(36, 'rounds', 'CB', NULL, NULL, 8),
	(37, 'rounds', 'Others', NULL, NULL, 9),
	(38, 'meetings', 'ASAP', NULL, 0, 1),
	(39, 'meetings', '30 days', NULL, 30, 2),
	(40, 'meetings', '90 days', NULL, 90, 3),
	(41, 'meetings', '120 days', NULL, 120, 4),
	(42, 'meetings', '360 days', NULL, 360, 5),
	(43, 'meetings', 'N/A', NULL, NULL, 6);
