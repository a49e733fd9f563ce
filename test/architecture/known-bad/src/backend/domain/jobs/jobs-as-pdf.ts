import Pdf from 'pdfkit';

export const pdf = new Pdf();
