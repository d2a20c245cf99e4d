CREATE TABLE `failed_emails` (
	`mailbox` text NOT NULL,
	`uid_validity` text NOT NULL,
	`uid` integer NOT NULL,
	`attempts` integer NOT NULL,
	PRIMARY KEY(`mailbox`, `uid_validity`, `uid`)
);
