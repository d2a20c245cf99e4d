ALTER TABLE `drafts` RENAME TO `late_forms`;--> statement-breakpoint
DROP INDEX `drafts_user`;--> statement-breakpoint
CREATE INDEX `late_forms_user` ON `late_forms` (`user_id`);