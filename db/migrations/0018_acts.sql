ALTER TABLE `changes` ADD `act_id` text;--> statement-breakpoint
DROP TRIGGER `changes_are_kept`;--> statement-breakpoint
UPDATE `changes` SET `act_id` = iif(`at` >= (SELECT `undone_at` FROM `imports` WHERE `id` = `import_id`), 'undo ', '') || 'import-' || `import_id`
  WHERE `import_id` IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `changes_are_kept` BEFORE UPDATE ON `changes` BEGIN
  SELECT RAISE(ABORT, 'history is append-only');
END;
--> statement-breakpoint
DROP INDEX `changes_import`;--> statement-breakpoint
ALTER TABLE `changes` DROP COLUMN `import_id`;--> statement-breakpoint
CREATE INDEX `changes_act` ON `changes` (`act_id`,`subject_id`);--> statement-breakpoint
DROP TABLE `bulk_acts`;
