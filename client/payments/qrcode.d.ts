/** The one function used here: @types/qrcode would bring Node's types into the client. */
declare module 'qrcode' {
  export function toString(
    text: string,
    options?: { type?: 'svg'; margin?: number; errorCorrectionLevel?: 'L' | 'M' | 'Q' | 'H' },
  ): Promise<string>
}
