CREATE TABLE `blocked_senders` (
	`sender` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `inbox_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`item_id` integer NOT NULL,
	`name` text NOT NULL,
	`size` integer NOT NULL,
	`type` text NOT NULL,
	`sha256` text NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `inbox_items`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbox_files_item` ON `inbox_files` (`item_id`,`id`);--> statement-breakpoint
CREATE INDEX `inbox_files_sha256` ON `inbox_files` (`sha256`);--> statement-breakpoint
CREATE TABLE `inbox_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`state` text NOT NULL,
	`received_at` integer NOT NULL,
	`company_name` text,
	`contact_name` text,
	`contact_email` text,
	`website` text,
	`subject` text,
	`text` text NOT NULL,
	`industries` text NOT NULL,
	`funding_round` text,
	`target_funding_size` text,
	`heard_from` text,
	`message_id` text,
	`answered_ids` text NOT NULL,
	`from` text,
	`to` text NOT NULL,
	`sent_at` integer,
	`quoted_text` text NOT NULL,
	`pipeline_id` integer,
	`act_id` text,
	`decided_by_id` text,
	`decided_by_name` text,
	`decided_at` integer,
	`reason` text,
	`decline_text` text,
	`search_text` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `inbox_items_state` ON `inbox_items` (`state`,`received_at`,`id`);--> statement-breakpoint
CREATE INDEX `inbox_items_received` ON `inbox_items` (`received_at`,`id`);--> statement-breakpoint
CREATE INDEX `inbox_items_decided` ON `inbox_items` (`decided_at`);--> statement-breakpoint
CREATE INDEX `inbox_items_pipeline` ON `inbox_items` (`pipeline_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `inbox_items_message` ON `inbox_items` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE TABLE `intake_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`pitch` integer DEFAULT false NOT NULL,
	`fund_name` text,
	`introduction` text,
	`thanks` text,
	`privacy` text,
	`triage` text DEFAULT 'staff' NOT NULL,
	`decline` text
);
--> statement-breakpoint
CREATE INDEX `contacts_email` ON `contacts` (lower("email"));--> statement-breakpoint
CREATE INDEX `contacts_domain` ON `contacts` (lower(substr("email", instr("email", '@') + 1)));