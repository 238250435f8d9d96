declare module 'mt940js' {
  type Transaction = {
    currency: string
    details: string
    reference: string
    bankReference: string
    extraDetails: string
    nonSwift?: string
  }
  export class Parser {
    parse(text: string): { accountIdentification: string; transactions: Transaction[] }[]
  }
}
