// Bank statements as banks write them, with a reference where each sample says.
const utf8 = (text: string) => Buffer.from(text)

type Sample = { name: string; bytes: Buffer; day: string; amount: bigint; currency: string; payer?: string }

/** One credit with the reference, whatever the layout: the eight that the store is tested with. */
export const layouts = (reference: string): Sample[] => [
  {
    name: 'LK with a preamble, separate columns and a footer',
    bytes: utf8(
      `Commercial Bank,,,,\nAccount Number: 0000 0000 0000,,,,\nCurrency: LKR,,,,\n\nDate,Description,Debit,Credit,Balance\n20/11/2026,Opening balance,,,"125,000.50"\n21/11/2026,CEFT ${reference} S PERERA,,"7,432.00","132,432.50"\n22/11/2026,SERVICE CHARGE,100.00,,"132,332.50"\n,Closing balance,,,"132,332.50"\n`,
    ),
    day: '2026-11-21',
    amount: 743_200n,
    currency: 'LKR',
  },
  {
    name: 'IN with lakhs, value dates and two-digit years',
    bytes: utf8(
      `Txn Date,Value Date,Narration,Chq./Ref.No.,Withdrawal Amt.(INR),Deposit Amt.(INR),Closing Balance\n21/11/26,21/11/26,UPI-NIMAL-${reference},000012,,"1,23,456.78","5,00,000.00"\n22/11/26,22/11/26,ATM WDL,000013,"2,000.00",,"4,98,000.00"\n`,
    ),
    day: '2026-11-21',
    amount: 12_345_678n,
    currency: 'INR',
  },
  {
    name: 'DE with semicolons, commas and windows-1252',
    bytes: Buffer.from(
      `"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Betrag";"Waehrung"\n"21.11.26";"21.11.26";"GUTSCHRIFT";"${reference} Danke";"J\u00fcrgen M\u00fcller";"1.234,50";"EUR"\n"22.11.26";"22.11.26";"LASTSCHRIFT";"Geb\u00fchr";"Bank";"-4,00";"EUR"\n`,
      'latin1',
    ),
    day: '2026-11-21',
    amount: 123_450n,
    currency: 'EUR',
    payer: 'Jürgen Müller',
  },
  {
    name: 'UK with money in and out and named months',
    bytes: utf8(
      `Date,Transaction description,Money out,Money in,Balance\n21 Nov 2026,FASTER PAYMENT ${reference},,£74.32,£100.00\n22 Nov 2026,CARD,£5.00,,£95.00\n`,
    ),
    day: '2026-11-21',
    amount: 7432n,
    currency: 'GBP',
  },
  {
    name: 'US with month first, signs in brackets and tabs',
    bytes: utf8(
      `Posting Date\tDescription\tAmount\tType\n11/21/2026\tZELLE ${reference}\t$1,074.32\tACH\n11/22/2026\tFEE\t($3.00)\tFEE\n`,
    ),
    day: '2026-11-21',
    amount: 107_432n,
    currency: 'USD',
  },
  {
    name: 'tabs with a column for debit and credit',
    bytes: utf8(
      `Posting Date\tParticulars\tAmount\tDr/Cr\tCurrency\n2026-11-21\tRTGS ${reference}\t7432\tCR\tLKR\n2026-11-22\tCHARGE\t25\tDR\tLKR\n`,
    ),
    day: '2026-11-21',
    amount: 743_200n,
    currency: 'LKR',
  },
  {
    name: 'UTF-16 with a byte order mark',
    bytes: Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(
        `Date;Details;Amount;Name\r\n21-Nov-2026;${reference};7,432.00;Ruwan Ē\r\n22-Nov-2026;x;1,000.00-;Bank\r\n`,
        'utf16le',
      ),
    ]),
    day: '2026-11-21',
    amount: 743_200n,
    currency: 'LKR',
    payer: 'Ruwan Ē',
  },
  {
    name: 'quoted cells with line breaks and a text that goes on below',
    bytes: utf8(
      `"Date","Particulars","Credit (LKR)","Debit (LKR)"\n"21.11.2026","CEFT\nfrom PERERA","7.432,00",""\n"","${reference}","",""\n"22.11.2026","Charge","","25,00"\n`,
    ),
    day: '2026-11-21',
    amount: 743_200n,
    currency: 'LKR',
  },
]

/** The earlier export of Binance with the reference in the note of a payment, among trades and other coins. */
export const binance = (reference: string, user = '000000000') =>
  utf8(
    [
      '\uFEFF"User_ID","UTC_Time","Account","Operation","Coin","Change","Remark"',
      `"${user}","2026-11-21 09:30:05","Funding","Binance Pay","USDT","24.37000000","Order ${reference}"`,
      `"${user}","2026-11-21 10:00:00","Spot","Transaction Buy","BTC","0.00125000",""`,
      `"${user}","2026-11-21 10:00:00","Spot","Transaction Spend","USDT","-112.40000000",""`,
      `"${user}","2026-11-21 11:00:00","Spot","Deposit","USDT","24.37000000",""`,
      `"${user}","2026-11-22 08:00:00","Funding","Binance Pay","USDT","-10.00000000","Lunch"`,
      `"${user}","2026-11-22 09:00:00","Funding","Binance Pay","BNB","0.04000000","Order"`,
      `"${user}","2026-11-22 09:30:00","Funding","Binance Pay","USDT","1E-7","Order"`,
    ].join('\r\n'),
  )

/** The same as Binance exports it now: other names, two-digit years first, fewer decimals, no byte order mark. */
export const binanceNow = (reference: string, user = '000000000') =>
  utf8(
    binance(reference, user)
      .toString()
      .replace(/^.*\r\n/, 'User ID,Time,Account,Operation,Coin,Change,Remark\r\n')
      .replaceAll('"', '')
      .replaceAll(',2026-', ',26-')
      .replace(/(\.\d\d)0{6},/g, '$1,'),
  )

/** With the SWIFT envelope's absence, a reference over two lines, a charge and a reversed credit; it adds up. */
export const mt940 = (reference: string) =>
  utf8(
    [
      ':20:STMT261121',
      ':25:000000000000',
      ':28C:325/1',
      ':60F:C261120LKR125000,50',
      ':61:2611211121C7432,NTRFNONREF//FT26325A1B2C',
      `:86:CEFT TRANSFER FROM S PERERA REF ${reference.slice(0, 4)}`,
      `${reference.slice(4)} KADE ORDER`,
      ':61:2611211121C3050,00NMSC7QK4MZ//B0042',
      ':86:?20SVWZ+ORDER?21KADE?32NIMAL FERNANDO?31LK12345678',
      ':61:2611211121D100,00NCHGNONREF',
      ':86:CHARGES',
      ':61:2611211121RC50,00NTRFNONREF//REV1',
      ':86:REVERSAL',
      ':62F:C261121LKR135332,50',
      '-',
    ].join('\r\n'),
  )

/** OFX 1 with unclosed tags, the same FITID everywhere, a zone, a comma and an ampersand. */
export const ofx = (reference: string) =>
  utf8(`OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>LKR
<BANKACCTFROM><BANKID>7010<ACCTID>0000 0000 0000</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261121093000[+5.5:IST]<TRNAMT>7432.00<FITID>0<NAME>Perera &amp; Sons<MEMO>${reference}</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261121<TRNAMT>3.050,00<FITID>0<NAME>Fernando<MEMO>order</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261122<TRNAMT>-100.00<FITID>0<NAME>Bank<MEMO>Charge</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`)

/** Two remittance lines that split the reference, an entity, a pending entry, a returned charge and a batch. */
export const camt = (reference: string) =>
  utf8(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><Othr><Id>000000000000</Id></Othr></Id><Ccy>LKR</Ccy></Acct>
<Ntry><Amt Ccy="LKR">7432.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>A1</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>J&#252;rgen M&#xfc;ller</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Order ${reference.slice(0, 3)}</Ustrd><Ustrd>${reference.slice(3)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="LKR">50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="LKR">999.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-11-22</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="LKR">300.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-11-22T10:00:00</DtTm></BookgDt>
<NtryDtls><TxDtls><AmtDtls><TxAmt><Amt Ccy="LKR">100.00</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>one</Ustrd></RmtInf></TxDtls><TxDtls><Amt Ccy="LKR">200.00</Amt><RmtInf><Ustrd>two</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`)
