ALTER TABLE `shares` ADD `comments` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `shares` ADD `next_meeting` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `shares` ADD `score` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `shares` SET `comments` = `facts`, `next_meeting` = `facts`, `score` = `facts`;
