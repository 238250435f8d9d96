/** What customers say of one brand: things they liked, then one thing they didn't. */
export type Voices = { liked: string[]; missed: string[] }

export const voicesOfBrands: Record<string, Voices> = {
  Reelmoor: {
    liked: [
      'The short introductions before each film are worth it alone.',
      'Found a restored print I had been looking for since college.',
      'The Friday double bill has become our fixed date.',
    ],
    missed: ['New titles appear slowly, about four a week.'],
  },
  Duskhouse: {
    liked: [
      'Finished series only, so no cliffhanger without an ending.',
      'The night dimmer saved my marriage, loud title music is gone.',
      'Binged a whole northern crime series without a single spoiler.',
    ],
    missed: ['Not much for anyone who doesn’t like crime.'],
  },
  'Saffron Row': {
    liked: [
      'My mother watches old Sinhala films every evening now.',
      'Tamil and Malayalam with subtitles that actually make sense.',
      'The song shelf is a brilliant idea, we use it at parties.',
    ],
    missed: ['A few older titles are only in standard definition.'],
  },
  'Kitefield Kids': {
    liked: [
      'The good-night song ends television without tears.',
      'No adverts and no autoplay, finally something calm for a four-year-old.',
      'Both grandparents manage it without calling me.',
    ],
    missed: ['My nine-year-old has outgrown about half of it.'],
  },
  Longmeridian: {
    liked: [
      'The map beside the picture is what I always wanted.',
      'I checked the sources of one film and they were all real.',
      'The series on glaciers is the best I have seen.',
    ],
    missed: ['The search could be better, I find things by accident.'],
  },
  Stumpline: {
    liked: [
      'The learner’s commentary finally explained field placings to my wife.',
      'Twelve-minute cuts are perfect for the bus to work.',
      'Scores really stay hidden, even in the notifications.',
    ],
    missed: ['The stream was about twenty seconds behind the radio.'],
  },
  Hollowtone: {
    liked: [
      'You can hear the difference on decent headphones.',
      'Credits for every player, I lose hours following the drummers.',
      'Full-length ragas that aren’t cut into pieces.',
    ],
    missed: ['Some big pop albums are missing.'],
  },
  Murmurade: {
    liked: [
      'Searching for a sentence I half remembered and finding it felt like magic.',
      'Two hosts at the same volume, at last.',
      'The transcripts are good enough to quote from.',
    ],
    missed: ['Transcripts of strong accents still need patience.'],
  },
  Talebarn: {
    liked: [
      'Following a narrator instead of an author is a lovely idea.',
      'The sleep timer stops at a paragraph, not in the middle of a word.',
      'Credits that don’t expire mean I don’t feel chased.',
    ],
    missed: ['Few titles in my mother tongue so far.'],
  },
  Stavewell: {
    liked: [
      'The page turns itself at the right bar, even when I rush.',
      'My daughter practises more since the hard bars loop slowly.',
      'Transposing for my clarinet takes one tap.',
    ],
    missed: ['It lost its place once in a very fast presto.'],
  },
  Loopquarry: {
    liked: [
      'The hand drums sound like a room, not like a machine.',
      'The written clearance was accepted by my distributor at once.',
      'Key and tempo labels are right, which saves me an hour a track.',
    ],
    missed: ['Fewer electronic sounds than I hoped for.'],
  },
  'Tidewell VPN': {
    liked: [
      'Connects before I have put the phone down.',
      'Three airports and a train, and it never dropped.',
      'Speed is nearly the same as without it.',
    ],
    missed: ['One exit in South America was slow in the evening.'],
  },
  Burrowline: {
    liked: [
      'I print at home from my office, no ports opened.',
      'Fixed my father’s laptop from another continent.',
      'It found its way out of a very strict mobile network.',
    ],
    missed: ['Naming the devices the first time took a while.'],
  },
  'Hedgewire DNS': {
    liked: [
      'Two addresses in the router and the whole flat was quieter.',
      'The children see a clock instead of a warning, no more fights.',
      'The weekly report is short enough that I read it.',
    ],
    missed: ['It blocked our bank’s survey page until I let it through.'],
  },
  Farlatch: {
    liked: [
      'My client’s firewall let me in on the first try.',
      'The address has not changed once since I bought it.',
      'No app to install, the profile just worked.',
    ],
    missed: ['I wish Colombo were among the cities.'],
  },
  Mossveil: {
    liked: [
      'Now I know exactly which shop sold my address.',
      'Closing an alias with one tap is deeply satisfying.',
      'Replies go out under the alias without any fiddling.',
    ],
    missed: ['A couple of sites refuse alias addresses.'],
  },
  Larderbox: {
    liked: [
      'Only the changed part of a huge file goes up, on my line that matters.',
      'Got back a version from five months ago in a minute.',
      'Nobody tries to organise my files, which is all I ask.',
    ],
    missed: ['The first upload took two nights.'],
  },
  Coldcellar: {
    liked: [
      'My disk died in week three and everything came back.',
      'The monthly test restore mail lets me sleep.',
      'Runs in the background and I never notice it.',
    ],
    missed: ['Restoring by network was slow, though complete.'],
  },
  Parcelry: {
    liked: [
      'My clients press one button, that is all they need to understand.',
      'Sent 40 GB over a shaky line and it simply carried on.',
      'I can see when the printer opened the file, so no more excuses.',
    ],
    missed: ['I would like to choose the time of day for the reminder.'],
  },
  Albumoor: {
    liked: [
      'Found all the pictures of my grandmother in one evening.',
      'The yearbook looked better than the one we paid a printer for.',
      'It shows duplicates and leaves the decision to me.',
    ],
    missed: ['Face recognition mixed up my twin nephews.'],
  },
  Stackhay: {
    liked: [
      'Nobody asks any more which file is the final one.',
      'Handing over a colleague’s folders took five minutes.',
      'Guests see their folder and nothing else, as promised.',
    ],
    missed: ['Moving in from our old drive needed a weekend.'],
  },
  Inkhollow: {
    liked: [
      'Opens instantly, I sketch logos in it during calls.',
      'The SVG it writes is so clean that our developer thanked me.',
      'The linocut brushes look printed.',
    ],
    missed: ['Gradients along a path are still missing.'],
  },
  Gridmason: {
    liked: [
      'Three screen sizes from one layout, and nothing drifted.',
      'Our developers stopped asking for measurements.',
      'The grid lets me leave it on purpose and notes why.',
    ],
    missed: ['Very large files get sluggish on my old machine.'],
  },
  Typeferry: {
    liked: [
      'At last a Sinhala face that sits well beside the Latin.',
      'A licence I could read to the end while the kettle boiled.',
      'The Tamil weights match, which I have never seen before.',
    ],
    missed: ['I missed a good selection of monospaced faces.'],
  },
  Pearlgrain: {
    liked: [
      'Skin looks like skin, even at high sensitivity.',
      'Matched a whole wedding to one picture overnight.',
      'Nothing is uploaded, my clients asked about that.',
    ],
    missed: ['Tethering lost my camera twice.'],
  },
  Cutterby: {
    liked: [
      'Deleting a sentence and watching the film close up is uncanny.',
      'My weekly talk takes forty minutes to cut now, it was an afternoon.',
      'Captions were right, including the Sinhala names.',
    ],
    missed: ['Export of long films is slower than it should be.'],
  },
  Quillstead: {
    liked: [
      'Finished the first draft I had been putting off for years.',
      'Comparing drafts by sentence changed how I edit.',
      'An empty page and my words, nothing blinking.',
    ],
    missed: ['I would like more than one dark theme.'],
  },
  Ledgerlark: {
    liked: [
      'It reads crumpled receipts that I can hardly read myself.',
      'My accountant logged in and had no questions.',
      'Reminders went out, politely, and two old invoices got paid.',
    ],
    missed: ['It guessed the wrong tax rate on books a few times.'],
  },
  Foliohand: {
    liked: [
      'Starts on my ten-year-old laptop without a sigh.',
      'The files come back from colleagues looking the same.',
      'The letter templates got us our deposit back.',
    ],
    missed: ['Very complicated tables need a second look after import.'],
  },
  Slatehour: {
    liked: [
      'Lunch has been safe for six weeks running.',
      'Clients book themselves and nobody gets the time zone wrong.',
      'The deposit question alone halved my no-shows.',
    ],
    missed: ['The text reminders sound a little stiff in my language.'],
  },
  Taskbarrow: {
    liked: [
      'A list with a limit, so I stopped lying to myself.',
      'Chores take turns and the arguments have gone.',
      'The Sunday questions are the best ten minutes of my week.',
    ],
    missed: ['I sometimes want to overfill a day and it makes me ask twice.'],
  },
  Askwright: {
    liked: [
      'It told me it didn’t know, which made me trust the rest.',
      'Every answer comes with a link that I can check.',
      'I photograph my son’s homework and it asks him questions back.',
    ],
    missed: ['It is a bit wordy until you tell it not to be.'],
  },
  Thoughtmill: {
    liked: [
      'A six-page brief with footnotes while I was cooking.',
      'It showed me that two famous studies contradict each other.',
      'My supervisor repeated the search and got the same list.',
    ],
    missed: ['A brief on local law leaned too much on foreign sources.'],
  },
  Draftfinch: {
    liked: [
      'It suggests in the margin and keeps its hands off my text.',
      'My refusals sound kind now.',
      'After three letters it really had my tone.',
    ],
    missed: ['Humour is not its strong side.'],
  },
  Paintmoth: {
    liked: [
      'I like that it says whose work it learned from.',
      'Drawing three strokes first makes all the difference.',
      'Good enough in print for the cover of our school magazine.',
    ],
    missed: ['Hands on musical instruments still go wrong.'],
  },
  Hearthnote: {
    liked: [
      'Nobody fights over who takes the minutes any more.',
      'It asked at the start whether everyone agreed, I liked that.',
      'Open points come back next week, so they get done.',
    ],
    missed: ['With six people talking at once it mixes up names.'],
  },
  Branchyard: {
    liked: [
      'Reading a change in a sensible order halves my review time.',
      'Issues in the repository itself, so grep finds them.',
      'Importing our old projects took a coffee.',
    ],
    missed: ['I miss a proper mobile app.'],
  },
  Pipeknot: {
    liked: [
      'Our builds went from eleven minutes to under three.',
      'Opening a shell in the failed run is addictive.',
      'It named our three flaky tests on the second day.',
    ],
    missed: ['The configuration file takes some reading at first.'],
  },
  Logbarn: {
    liked: [
      'I asked in plain English and got the query to learn from.',
      'The alarm linked to the very release that caused it.',
      'Our old provider charged three times as much.',
    ],
    missed: ['Dashboards could look nicer on a wall.'],
  },
  Querykiln: {
    liked: [
      'The row count stopped me from deleting a table, truly.',
      'The plan pictures taught me more about indexes than any course.',
      'Sharing a result without handing out a password, finally.',
    ],
    missed: ['Dark mode is a bit too dark for my screen.'],
  },
  Stubborough: {
    liked: [
      'We built the whole shop before the payment partner was ready.',
      'Replaying a bad day of their service found four bugs.',
      'The fake data look real enough for demos.',
    ],
    missed: ['Very large schemas take a minute to load.'],
  },
  Tonguetree: {
    liked: [
      'Ten minutes of talking a day and I argued with a waiter in Italian.',
      'The drawing of the tongue fixed my Tamil l.',
      'The Saturday rooms are friendly, even to beginners.',
    ],
    missed: ['My language has fewer tutors, so times were tight.'],
  },
  Sumsparrow: {
    liked: [
      'My son asks for it, I have no explanation.',
      'It wants to know how she got the wrong answer, and then she sees it herself.',
      'The printed pages went with us on holiday.',
    ],
    missed: ['The voice of the bird gets tiring for adults.'],
  },
  Coursecairn: {
    liked: [
      'A real joiner looked at my drawing and was right.',
      'My employer clicked the certificate link and that was that.',
      'Every hour ends with something you can show.',
    ],
    missed: ['One review took three days instead of one.'],
  },
  Chalkfield: {
    liked: [
      'The teacher stops exactly where my daughter stops.',
      'Asked about organic chemistry at eight, had the answer at nine.',
      'From a C to an A in combined maths, we are grateful.',
    ],
    missed: ['Some of the older recordings have poor sound.'],
  },
  Fretfolk: {
    liked: [
      'Played my first whole song after nine days.',
      'My brother and I play the same tune at two levels.',
      'Left-handed diagrams everywhere, thank you.',
    ],
    missed: ['The camera needs good light to see my fingers.'],
  },
  Pixelquay: {
    liked: [
      'Small games that end, just right after work.',
      'Started on the laptop, finished on the train.',
      'Nothing inside asks my kids for money.',
    ],
    missed: ['Only a few games for two players.'],
  },
  Dicehollow: {
    liked: [
      'Our group lives in four countries and we play every Sunday again.',
      'The fog of war made my players whisper.',
      'Everyone rolls in the open, so nobody grumbles.',
    ],
    missed: ['Voice dropped once, we used the phone for an hour.'],
  },
  Rookwharf: {
    liked: [
      'Analysis that says why, not only how much.',
      'Polite opponents, in all my games so far.',
      'I have gained 140 points since the exercises.',
    ],
    missed: ['Waiting times for long games are, well, long.'],
  },
  Emberlode: {
    liked: [
      'You can hold an office with two evenings a week.',
      'Nobody can buy strength, and you notice it.',
      'The winter chapter was as good as a novel.',
    ],
    missed: ['The first hour explains too little.'],
  },
  Speedhatch: {
    liked: [
      'A twelve-minute race fits my lunch break.',
      'The stewards sent a drawing with their decision.',
      'Following my own ghost cut a second off my lap.',
    ],
    missed: ['On a pad the steering needs a lot of tuning.'],
  },
  Bolthaven: {
    liked: [
      'It refused to fill in on a fake bank page. Paid for itself.',
      'The check-up found eleven passwords I had used twice.',
      'My parents manage it with one sentence.',
    ],
    missed: ['Importing from a spreadsheet needed two attempts.'],
  },
  Copperward: {
    liked: [
      'No pop-ups, I forgot that it was there.',
      'My old laptop didn’t get slower.',
      'Found something nasty on a stick from the copy shop.',
    ],
    missed: ['The settings are rather hidden.'],
  },
  Twicekey: {
    liked: [
      'Lost my phone and was back in everything the same day.',
      'It names the town a sign-in comes from, very reassuring.',
      'It moved four of my accounts to passkeys without drama.',
    ],
    missed: ['The watch app is slow to open.'],
  },
  Breachbell: {
    liked: [
      'It rang on a Tuesday, and by Wednesday the card was replaced.',
      'It tells you what to do and not only that you should worry.',
      'The quiet monthly line is oddly comforting.',
    ],
    missed: ['One warning was about a leak from 2014.'],
  },
  Sealwick: {
    liked: [
      'They copied fifteen years of mail in one night, folders and all.',
      'My lawyer opens my letters with our word, no fuss.',
      'Search is quick although it is encrypted.',
    ],
    missed: ['The calendar could do with shared views.'],
  },
  Echoyard: {
    liked: [
      'The previews are true, down to where the text gets cut.',
      'One inbox and I stopped missing questions from customers.',
      'It never pretends to be me, which I checked.',
    ],
    missed: ['One channel had to be reconnected after a week.'],
  },
  Captionberry: {
    liked: [
      'They wrote in Sinhala as my aunt would speak.',
      'By the second batch I changed almost nothing.',
      'The ten questions at the start were better than my own brief.',
    ],
    missed: ['I found the tags a little safe.'],
  },
  Profilenook: {
    liked: [
      'They told me what I didn’t want to hear, kindly.',
      'Two recruiters wrote within the first fortnight.',
      'The page of reasons is what I keep going back to.',
    ],
    missed: ['My picture is still my picture, alas.'],
  },
  Clippantry: {
    liked: [
      'They found moments in my talk that I had forgotten.',
      'Captions were right, technical terms too.',
      'Each clip opens with its question, so people stay.',
    ],
    missed: ['The first style was too hectic, the second one fitted.'],
  },
  Adlantern: {
    liked: [
      'They talked me out of half the budget.',
      'For the first time I know what a customer costs me.',
      'Everything stays in my account, with notes.',
    ],
    missed: ['The first week brought little, as they had said.'],
  },
  Briskhouse: {
    liked: [
      'Our shop loads in half the time it used to.',
      'Support answered at night, and the person knew what they were doing.',
      'The site was moved and nobody noticed.',
    ],
    missed: ['The control panel looks old-fashioned.'],
  },
  Rootberth: {
    liked: [
      'Up in two minutes, as it says.',
      'Locked myself out, and the rescue console let me back in.',
      'Snapshot, upgrade, regret, roll back: ten seconds.',
    ],
    missed: ['No location in South Asia yet.'],
  },
  Nameplume: {
    liked: [
      'The second year costs what it said it would.',
      'They asked whether I had meant the spelling, and I hadn’t.',
      'Rolling back a wrong record saved our mail.',
    ],
    missed: ['A rare ending I wanted isn’t offered.'],
  },
  Stallfront: {
    liked: [
      'My mother sells pickles online now, from her phone.',
      'Cash on delivery is a real option and not an afterthought.',
      'No share of the sales, I had to read that twice.',
    ],
    missed: ['Few themes, though all of them are decent.'],
  },
  Watchheron: {
    liked: [
      'It told me before my customers did.',
      'Caught a certificate three weeks before it ran out.',
      'Two places must agree before it calls, so I believe it.',
    ],
    missed: ['The phone call has a very stern voice.'],
  },
  Stillpond: {
    liked: [
      'No streaks, so no guilt when I miss a week.',
      'Three minutes in a parked car, it works.',
      'The course on grief helped more than I can say here.',
    ],
    missed: ['One of the six voices isn’t for me.'],
  },
  Matlight: {
    liked: [
      'The view from behind ends all left-right confusion.',
      'It leaves out what my knee can’t do.',
      'A ten-minute class before work is realistic.',
    ],
    missed: ['Live classes are early in my time zone.'],
  },
  Platebarley: {
    liked: [
      'Parippu and pumpkin soup in the same week, we are happy.',
      'The left-overs really do have a plan.',
      'My father’s portions follow his sugar, mine don’t have to.',
    ],
    missed: ['Shop offers aren’t known for our town.'],
  },
  Milefox: {
    liked: [
      'It moved the hard day after a bad night, and I forgave myself.',
      'Ran five kilometres without a stop in week eleven.',
      'The shady routes are a blessing in April.',
    ],
    missed: ['The voice says metres when I think in kilometres.'],
  },
  Nodsworth: {
    liked: [
      'The stories are so dull that I have never heard an ending.',
      'Sleeping through since week four, after two years.',
      'Two lines of diary is all I can manage, and it is enough.',
    ],
    missed: ['The first two weeks are hard, they do warn you.'],
  },
  Morningfold: {
    liked: [
      'Eighteen minutes and then the news is over.',
      'Corrections on page one, every paper should do that.',
      'I stopped scrolling before breakfast.',
    ],
    missed: ['I would take a fifth page for sport.'],
  },
  Shelfwick: {
    liked: [
      'The recommendations are signed, and I found my reader twin.',
      'No waiting list, ever.',
      'All my margin notes came out as one tidy file.',
    ],
    missed: ['Some recent bestsellers come late.'],
  },
  Inkpanel: {
    liked: [
      'Reads well on the phone without cutting up the page.',
      'I like knowing that half goes to the people who draw.',
      'The lettering in translation is beautiful.',
    ],
    missed: ['Zooming on older scans is a bit soft.'],
  },
  Tallyherald: {
    liked: [
      'The table behind the story settles arguments in our office.',
      'Five numbers in the evening are all I need.',
      'They cover Colombo as if it mattered, because it does.',
    ],
    missed: ['Charts don’t export in colour yet.'],
  },
  Longbough: {
    liked: [
      'Bicycles, birds and mathematics, nobody else has this mix.',
      'Sewing patterns printed at true size on the first try.',
      'Reading a magazine in its own page order is restful.',
    ],
    missed: ['Two of my favourite titles are a month behind.'],
  },
}
