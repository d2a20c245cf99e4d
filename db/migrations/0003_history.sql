CREATE TABLE `changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`actor_email` text,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`subject_name` text NOT NULL,
	`act` text NOT NULL,
	`fields` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `changes_subject` ON `changes` (`subject_id`,`subject`,`id`);--> statement-breakpoint
CREATE INDEX `changes_actor` ON `changes` (`actor_email`,`id`);--> statement-breakpoint
CREATE INDEX `changes_at` ON `changes` (`at`);--> statement-breakpoint
CREATE TABLE `trash` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`deleted_at` integer NOT NULL,
	`deleted_by` text NOT NULL,
	`subject` text NOT NULL,
	`name` text NOT NULL,
	`owner` text NOT NULL,
	`deals` integer NOT NULL,
	`rows` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trash_deleted` ON `trash` (`deleted_at`);--> statement-breakpoint
CREATE TRIGGER `changes_are_kept` BEFORE UPDATE ON `changes` BEGIN
  SELECT RAISE(ABORT, 'history is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `changes_are_never_deleted` BEFORE DELETE ON `changes` BEGIN
  SELECT RAISE(ABORT, 'history is append-only');
END;
