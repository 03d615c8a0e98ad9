// What the bundles share whose pages take files.
import './lists.ts';
import '../pages/products/uploads.ts';
import '../pages/products/use-uploads.ts';
import '../parts/attachments.ts';
