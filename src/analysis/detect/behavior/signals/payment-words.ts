const PAYMENT =
  /\b(invoices?|payments?|wire|transfer|remittance|bank(ing)? details|iban|swift|overdue|purchase order|payroll|direct deposit|rechnung|zahlung|überweisung|facture|paiement|virement|factura|pago|transferencia)\b/i;

const EXAMINED = 1_024;

/** Returns whether a text, such as the subject of a mail, is about a payment. */
export const isAboutPayment = (text: string): boolean => PAYMENT.test(text.slice(0, EXAMINED));
