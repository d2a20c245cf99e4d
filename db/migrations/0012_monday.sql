CREATE TABLE `mentions` (
	`user_id` text NOT NULL,
	`note_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `note_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`note_id`) REFERENCES `notes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mentions_note` ON `mentions` (`note_id`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `notes_pipeline` ON `notes` (`pipeline_id`,`id`);--> statement-breakpoint
CREATE INDEX `notes_created` ON `notes` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `notes_submission` ON `notes` (`author_id`,`submission`) WHERE submission is not null;--> statement-breakpoint
CREATE TABLE `bulk_acts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`act` text NOT NULL,
	`before` text NOT NULL,
	`submission` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bulk_acts_at` ON `bulk_acts` (`at`);--> statement-breakpoint
CREATE TABLE `calendars` (
	`user_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`time_zone` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_key` ON `calendars` (`key`);--> statement-breakpoint
CREATE TABLE `preferences` (
	`user_id` text PRIMARY KEY NOT NULL,
	`start_view_id` integer,
	`columns` text,
	`review_mail_since` integer,
	`unsubscribe_key` text,
	`review_mailed_at` integer,
	`time_zone` text,
	`language` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`start_view_id`) REFERENCES `views`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `preferences_unsubscribe_key_unique` ON `preferences` (`unsubscribe_key`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `views_user` ON `views` (`user_id`,`position`);--> statement-breakpoint
CREATE INDEX `views_shared` ON `views` (`is_shared`);--> statement-breakpoint
ALTER TABLE `pipelines` ADD `next_meeting_set_at` integer;--> statement-breakpoint
ALTER TABLE `pipelines` ADD `meeting_due_at` integer;--> statement-breakpoint
ALTER TABLE `pipelines` ADD `noted_at` integer;--> statement-breakpoint
ALTER TABLE `pipelines` ADD `is_evaluated` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `pipelines_due_asc` ON `pipelines` ("meeting_due_at" is null,`meeting_due_at`,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_due_desc` ON `pipelines` ("meeting_due_at" is null,"meeting_due_at" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `pipelines_user_due` ON `pipelines` (`user_id`,`meeting_due_at`);--> statement-breakpoint
CREATE INDEX `pipelines_active` ON `pipelines` (max(`updated_at`, coalesce(`noted_at`, 0)),`user_id`);--> statement-breakpoint
CREATE INDEX `pipelines_noted` ON `pipelines` (`noted_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `pipelines_unevaluated` ON `pipelines` (`created_at`,`id`,`user_id`) WHERE is_evaluated = 0;--> statement-breakpoint
CREATE INDEX `pipelines_urgent` ON `pipelines` (`meeting_due_at`,`user_id`) WHERE meeting_days = 0;--> statement-breakpoint
CREATE INDEX `pipelines_user_active` ON `pipelines` (`user_id`,max(`updated_at`, coalesce(`noted_at`, 0)));--> statement-breakpoint
CREATE INDEX `pipelines_user_noted` ON `pipelines` (`user_id`,`noted_at`);--> statement-breakpoint
CREATE INDEX `pipelines_user_unevaluated` ON `pipelines` (`user_id`,`created_at`,`id`) WHERE is_evaluated = 0;--> statement-breakpoint
CREATE INDEX `pipelines_user_urgent` ON `pipelines` (`user_id`,`meeting_due_at`) WHERE meeting_days = 0;--> statement-breakpoint
CREATE INDEX `changes_score` ON `changes` (`at`,`subject_id`) WHERE subject = 'pipeline' and act = 'changed' and fields ->> '$.evaluationScore' is not null;
--> statement-breakpoint
UPDATE `pipelines` SET `next_meeting_set_at` = coalesce((
  SELECT `at` FROM `changes`
  WHERE `subject_id` = cast(`pipelines`.`id` AS text) AND `subject` = 'pipeline' AND `fields` ->> '$.nextMeetingDate' IS NOT NULL
  ORDER BY `changes`.`id` DESC LIMIT 1
), `updated_at`) WHERE `next_meeting_date` IS NOT NULL;
--> statement-breakpoint
UPDATE `pipelines` SET `meeting_due_at` = `next_meeting_set_at` + `meeting_days` * 86400000 WHERE `meeting_days` IS NOT NULL;
--> statement-breakpoint
UPDATE `pipelines` SET `is_evaluated` = 1 WHERE `id` IN (SELECT `pipeline_id` FROM `evaluations`);
--> statement-breakpoint
CREATE TRIGGER `pipelines_evaluated` AFTER INSERT ON `evaluations` BEGIN
  UPDATE `pipelines` SET `is_evaluated` = 1 WHERE `id` = new.`pipeline_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `pipelines_not_evaluated` AFTER DELETE ON `evaluations` BEGIN
  UPDATE `pipelines` SET `is_evaluated` = 0 WHERE `id` = old.`pipeline_id`;
END;
--> statement-breakpoint
DROP TRIGGER `pipeline_search_insert`;
--> statement-breakpoint
DROP TRIGGER `pipeline_search_update`;
--> statement-breakpoint
DROP TABLE `pipeline_search`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `pipeline_search` USING fts5(`text`, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO `pipeline_search` (`pipeline_search`, `rank`) VALUES ('deletemerge', 50);
--> statement-breakpoint
CREATE VIRTUAL TABLE `pipeline_terms` USING fts5vocab(`pipeline_search`, 'row');
--> statement-breakpoint
INSERT INTO `pipeline_search` (`rowid`, `text`) SELECT `id`, `search_text` || char(1, 1) FROM `pipelines`;
--> statement-breakpoint
CREATE TRIGGER `pipeline_search_insert` AFTER INSERT ON `pipelines` BEGIN
  INSERT INTO `pipeline_search` (`rowid`, `text`) VALUES (new.`id`, new.`search_text` || char(1, 1));
END;
--> statement-breakpoint
CREATE TRIGGER `pipeline_search_update` AFTER UPDATE OF `search_text` ON `pipelines` WHEN old.`search_text` <> new.`search_text` BEGIN
  DELETE FROM `pipeline_search` WHERE `rowid` = old.`id`;
  INSERT INTO `pipeline_search` (`rowid`, `text`) VALUES (new.`id`, new.`search_text` || char(1, 1));
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `note_search` USING fts5(`text`, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO `note_search` (`note_search`, `rank`) VALUES ('deletemerge', 50);
--> statement-breakpoint
CREATE VIRTUAL TABLE `note_terms` USING fts5vocab(`note_search`, 'instance');
--> statement-breakpoint
CREATE TRIGGER `notes_added` AFTER INSERT ON `notes` BEGIN
  INSERT INTO `note_search` (`rowid`, `text`) VALUES (new.`id`, new.`search_text` || char(1, 1));
  UPDATE `pipelines` SET `noted_at` = max(coalesce(`noted_at`, 0), new.`created_at`) WHERE `id` = new.`pipeline_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `notes_edited` AFTER UPDATE OF `search_text` ON `notes` BEGIN
  DELETE FROM `note_search` WHERE `rowid` = old.`id`;
  INSERT INTO `note_search` (`rowid`, `text`) VALUES (new.`id`, new.`search_text` || char(1, 1));
END;
--> statement-breakpoint
CREATE TRIGGER `notes_deleted` AFTER DELETE ON `notes` BEGIN
  DELETE FROM `note_search` WHERE `rowid` = old.`id`;
  UPDATE `pipelines` SET `noted_at` = (SELECT `created_at` FROM `notes` WHERE `pipeline_id` = old.`pipeline_id` ORDER BY `id` DESC LIMIT 1) WHERE `id` = old.`pipeline_id`;
END;

--> statement-breakpoint
CREATE VIRTUAL TABLE `introduction_search` USING fts5(`text`, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
INSERT INTO `introduction_search` (`introduction_search`, `rank`) VALUES ('deletemerge', 50);
--> statement-breakpoint
CREATE VIRTUAL TABLE `introduction_terms` USING fts5vocab(`introduction_search`, 'instance');
--> statement-breakpoint
INSERT INTO `introduction_search` (`rowid`, `text`) SELECT `id`, `business_introduction` || char(1, 1) FROM `pipelines` WHERE `business_introduction` IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `introduction_added` AFTER INSERT ON `pipelines` WHEN new.`business_introduction` IS NOT NULL BEGIN
  INSERT INTO `introduction_search` (`rowid`, `text`) VALUES (new.`id`, new.`business_introduction` || char(1, 1));
END;
--> statement-breakpoint
CREATE TRIGGER `introduction_edited` AFTER UPDATE OF `business_introduction` ON `pipelines` WHEN old.`business_introduction` IS NOT new.`business_introduction` BEGIN
  DELETE FROM `introduction_search` WHERE `rowid` = old.`id`;
  INSERT INTO `introduction_search` (`rowid`, `text`) SELECT new.`id`, new.`business_introduction` || char(1, 1) WHERE new.`business_introduction` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `introduction_deleted` AFTER DELETE ON `pipelines` WHEN old.`business_introduction` IS NOT NULL BEGIN
  DELETE FROM `introduction_search` WHERE `rowid` = old.`id`;
END;
