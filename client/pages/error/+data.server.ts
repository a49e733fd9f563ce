export { data } from '../index/+data.server';
