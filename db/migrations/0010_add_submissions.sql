ALTER TABLE `memos` ADD `submission` text;--> statement-breakpoint
CREATE UNIQUE INDEX `memos_submission` ON `memos` (`created_by_id`,`submission`) WHERE submission is not null;--> statement-breakpoint
ALTER TABLE `shares` ADD `submission` text;--> statement-breakpoint
CREATE UNIQUE INDEX `shares_submission` ON `shares` (`user_id`,`submission`) WHERE submission is not null;