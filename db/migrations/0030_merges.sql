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
);
--> statement-breakpoint
CREATE INDEX `merges_winner` ON `merges` (`winner_id`);--> statement-breakpoint
CREATE INDEX `merges_loser` ON `merges` (`loser_id`);--> statement-breakpoint
CREATE INDEX `merges_trash` ON `merges` (`trash_id`);--> statement-breakpoint
CREATE INDEX `merges_act` ON `merges` (`act_id`);--> statement-breakpoint
CREATE TRIGGER `notes_moved` AFTER UPDATE OF `pipeline_id` ON `notes` BEGIN
  UPDATE `pipelines` SET `noted_at` = (SELECT `created_at` FROM `notes` WHERE `pipeline_id` = `pipelines`.`id` ORDER BY `id` DESC LIMIT 1) WHERE `id` IN (old.`pipeline_id`, new.`pipeline_id`);
END;
