/** In local storage, followed by `:{userId}`. */
export const pendingProfilePrefix = 'profile'
