/** In local storage, followed by `:{userId}`. */
export const shownVerificationsPrefix = 'verifications-shown'
