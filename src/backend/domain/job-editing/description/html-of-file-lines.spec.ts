import { htmlOfFileLines } from './html-of-file-lines.js';

describe('rich text from the lines of a file', () => {
  it('joins wrapped lines, and keeps others apart', () => {
    const lines = [
      'Gardener',
      'You look after the kitchen garden of a school in the north of the',
      'city, with forty children.',
      'Your tasks',
      '• Sow and plant',
      '• Teach',
      'We offer 30 days of leave.',
    ];
    expect(htmlOfFileLines(lines, 10_000)).toBe(
      '<p>Gardener</p><p>You look after the kitchen garden of a school in the north of the city, with forty children.</p>' +
        '<p>Your tasks</p><ul><li>Sow and plant</li><li>Teach</li></ul><p>We offer 30 days of leave.</p>',
    );
  });

  it('contains no markup of the file, and respects the maximum length', () => {
    expect(htmlOfFileLines(['<script>x()</script> & more'], 1000)).toBe(
      '<p>&lt;script&gt;x()&lt;/script&gt; &amp; more</p>',
    );
    expect(htmlOfFileLines(['One.', 'Two.'], 15)).toBe('<p>One.</p>');
  });
});
