CREATE INDEX `pictures_by_age` ON `pictures` (`created_at`,`name`);--> statement-breakpoint
CREATE INDEX `order_lines_by_logo` ON `order_lines` (`logo_link`);