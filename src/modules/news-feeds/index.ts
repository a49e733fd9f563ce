export { NewsFeedsModule } from './news-feeds.module.js';
