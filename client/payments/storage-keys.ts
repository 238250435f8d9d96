/** In session storage, followed by `/{orderId}`: when the payment page was opened. */
export const paymentOpenedPrefix = 'payment-opened'
