// Written for Parapet: what people build passwords from, in several languages. Each word is in lower case.

/** Passwords, parts of passwords, and words that are in a large share of them. */
export const PASSWORD_WORDS = `
password passwort passwords passwd pass passw passcode passphrase passkey pwd pword parola parole contrasena contraseña
senha senhas motdepasse mdp wachtwoord lozinka haslo heslo kennwort salasana sifre sifrem jelszo geslo losenord
parol parool mima
admin admins administrator administrador administrateur root toor superuser sysadmin system guest user username
login logon signin default temp temporary test tester testing teste prueba demo sample example change changeme changethis
changeit letmein letmepass letin openup opensesame sesame welcome willkommen bienvenue bienvenido benvenuto bemvindo
access secret secure security private public master hacker hacked hackme server computer internet network windows linux ubuntu
microsoft google facebook twitter youtube yahoo hotmail gmail amazon apple iphone samsung nokia android oracle cisco
database mysql postgres docker kubernetes jenkins gitlab github office company manager service support account accounts
trustno trustme whatever nothing something anything everything nobody somebody everybody
idontknow dontknow iforgot forgotten remember forget noidea
qwerty qwertz azerty asdf zxcvbn qazwsx
love loves lover lovers loved lovely loveme lovey loving loveyou lovelove iloveu iloveyou iluvu iluv luv ilove
teamo tequiero amor amore amour amo meuamor liebe liebling schatz schatzi ichliebedich jetaime cherie kiss kisses hugs
baby babe babyboy babygirl babydoll honey sweet sweety sweetie sweetheart sugar darling angel angels princess prince queen
king princesa reina principe princesse prinzessin lovebug cutie cutiepie pretty beautiful hottie sexy sexygirl gorgeous
hello hallo hola salut bonjour ciao hellothere goodbye goodmorning monkey dragon dragons shadow sunshine football soccer
baseball basketball hockey master batman superman spiderman ninja pokemon naruto pikachu mustang ferrari starwars
michael jordan jesus christ jesuschrist god godisgood godislove jesuslives blessed heaven faith hope bible amen allah inshallah
bismillah krishna ganesh shiva sairam omsairam waheguru summer winter spring autumn fall sommer herbst frühling verano invierno
primavera verao inverno estate printemps january february march april june july august september october november
december januar februar mai juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto septiembre
octubre noviembre diciembre monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag
freitag samstag sonntag lunes martes miercoles jueves viernes sabado domingo birthday christmas xmas newyear halloween
easter happy lucky crazy funny cool super mega ultra killer fuck fucker fucking fuckyou fuckoff motherfucker shit bullshit
bitch asshole bastard pussy cunt dick cock penis vagina boobs tits nigger nigga slut whore porn porno hentai naked
blowjob hardcore playboy xxx arschloch scheisse puta mierda merde putain cabron pendejo kurwa blyat suka
1314 520 1314520 5201314 786 007 420 666 1337 911 143 143143 1234 4321 12345 123456 2000 abc123 one two three four five six seven eight nine ten eleven twelve hundred thousand million zero eins zwei drei vier uno dos tres
cuatro cinco un deux trois quatre abc abcd abcde abcdef xyz aaa money dollar dollars euro cash rich power magic matrix
`;

/** Names of people and animals, and pet names. */
export const NAMES = `
james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald
steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric
jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry
tyler aaron jose adam nathan henry douglas zachary peter kyle walter ethan jeremy harold keith christian roger noah
gerald carl terry sean austin arthur lawrence jesse dylan bryan joe billy bruce albert willie gabriel logan alan
juan wayne roy ralph randy eugene vincent russell elijah louis bobby philip johnny mason liam oliver lucas luke isaac owen
wyatt caleb hunter jackson connor evan adrian ian cody chad travis derek shane dustin marcus curtis craig
mary patricia jennifer linda elizabeth barbara susan jessica sarah karen nancy lisa betty margaret sandra ashley dorothy
kimberly emily donna michelle carol amanda melissa deborah stephanie rebecca laura helen sharon cynthia kathleen amy
shirley angela anna brenda pamela nicole ruth katherine samantha christine catherine virginia debra rachel janet emma
carolyn maria heather diane julie joyce victoria kelly christina joan evelyn lauren judith olivia martha cheryl megan
andrea ann alice jean doris jacqueline kathryn hannah julia gloria teresa sara janice marie madison judy grace
abigail theresa beverly denise marilyn amber danielle brittany rose diana natalie sophia isabella charlotte mia amelia
harper chloe zoe lily ella avery sofia camila aria scarlett penelope layla riley nora hazel luna savannah brooklyn leah
stella lucy paisley claire audrey bella skylar genesis naomi kylie kaylee caitlin kayla alyssa courtney vanessa
crystal tiffany melanie erica katie jasmine alexis alexandra gabriela gabriella mariana valentina daniela fernanda paola
carolina alejandra alejandro andres carlos diego eduardo fernando francisco javier jorge luis manuel miguel pablo pedro
rafael ricardo roberto santiago sergio sebastian rodrigo gustavo guillermo antonio angel jesus ramon raul ruben
thiago matheus joao felipe leonardo bruno vinicius leandro rodrigues oliveira santos silva souza garcia rodriguez martinez hernandez
lopez gonzalez perez sanchez ramirez torres flores rivera gomez diaz cruz morales reyes gutierrez ortiz chavez ramos
smith johnson williams brown jones miller davis wilson anderson taylor moore martin lee thompson white harris
clark lewis robinson walker young allen wright hill green baker nelson carter mitchell roberts turner phillips
campbell parker evans edwards collins stewart morris murphy cook rogers morgan cooper peterson bailey reed
howard ward watson brooks bennett gray hughes myers sullivan foster gonzales butler simmons
hans klaus peter wolfgang jürgen juergen dieter manfred uwe günter guenter werner helmut gerhard heinz andreas stefan thorsten
matthias markus alexander sabine petra monika claudia susanne birgit andrea ursula renate katrin anja nicole stefanie
lukas leon finn jonas felix maximilian paul moritz niklas tobias florian fabian dominik
jean pierre michel philippe alain nicolas christophe laurent frederic julien sebastien francois olivier mathieu thierry guillaume
camille manon lea oceane pauline sophie nathalie isabelle sylvie valerie celine aurelie marine mathilde elodie
giuseppe giovanni marco luca francesco alessandro andrea matteo lorenzo davide federico simone stefano paolo giulia
chiara francesca martina valentina alessia federica elena giorgia alice
ivan sergey sergei dmitry dmitri alexey aleksey andrey vladimir mikhail nikolai nikita maxim maksim artem denis roman oleg
igor pavel anton kirill anastasia natasha svetlana olga tatiana irina ekaterina elena yulia marina ksenia daria polina
piotr krzysztof andrzej tomasz pawel marcin michal kamil mateusz bartek lukasz kasia agnieszka ania magda monika
mehmet mustafa ahmet ali hasan huseyin emre murat fatma ayse zeynep mohammed muhammad mohamed ahmed abdullah
omar youssef fatima aisha khadija raj rahul amit vijay anil sanjay suresh ramesh rajesh deepak pooja priya neha anjali
kumar singh sharma patel wang zhang chen yang huang zhao zhou nguyen tran minh linh phuong kim park choi jung
yuki haruto sakura kenji takashi hiroshi satoshi akira naoki yoshi
alex alexa sam samuel max maximus ben benny dan danny dave davey mike mikey nick nicky tom tommy tim timmy jim jimmy bob
bill will chris matt andy tony steve jeff greg josh zach jake joey charlie charley ricky eddie freddy teddy harry larry
kate katy kathy liz lizzy beth betsy jen jenny jess jessie sandy mandy cindy wendy nina tina gina lola lulu lilly molly holly
polly sally abby annie bonnie maggie peggy becky vicky nikki
buddy bailey max lucky rocky coco duke jack bear tucker oscar toby buster cooper sadie bandit rusty shadow
ginger pepper smokey snoopy snowball fluffy felix garfield tigger simba mittens whiskers boots patches princess chester bubba
scooter casey sparky spike rex fido lassie marley zeus apollo thor odin athena hercules poseidon phoenix
mommy momma mother mama mami mum mummy dad daddy papa papi father parents sister brother family familia familie
grandma grandpa son daughter wife husband girlfriend boyfriend bestfriend friend friends amigo amiga novio
`;

/** Brands, places, teams, music, games, films, food and animals that passwords are named after. */
export const NAMED_THINGS = `
liverpool liverpoolfc ynwa arsenal chelsea manchester manchesterunited manunited manutd manchestercity tottenham everton newcastle
westham rangers celtic barcelona barca fcbarcelona realmadrid madrid atletico juventus milan acmilan intermilan inter napoli roma
lazio bayern bayernmunich borussia dortmund schalke hamburg werder ajax feyenoord psv benfica sporting porto galatasaray
fenerbahce besiktas trabzonspor spartak dynamo corinthians palmeiras flamengo saopaulo santosfc vasco gremio cruzeiro bocajuniors
riverplate chivas clubamerica lakers bulls chicago celtics knicks yankees redsox dodgers cubs giants cowboys steelers packers
patriots raiders broncos eagles dolphins redskins vikings bears lions tigers longhorns gators buckeyes wolverines
ronaldo cristiano messi leomessi beckham neymar rooney zidane maradona kobe bryant lebron kobebryant michaeljordan federer
nascar formula ferrari porsche mercedes mercedesbenz bmw audi volkswagen toyota honda yamaha suzuki kawasaki ducati harley
harleydavidson corvette camaro chevrolet chevy mustang dodge jaguar lamborghini bugatti subaru mitsubishi nissan skyline hyundai
adidas nike reebok puma jordan gucci prada chanel versace nintendo playstation xbox sega mario luigi zelda sonic tetris
minecraft roblox fortnite warcraft worldofwarcraft starcraft diablo counterstrike callofduty halo gears assassin
finalfantasy kingdomhearts metalgear resident silenthill tombraider lara croft sims skyrim fallout doom quake runescape maplestory
leagueoflegends overwatch pubg pokemon charizard pikachu digimon dragonball dragonballz goku gohan vegeta naruto narutouzumaki
sasuke itachi kakashi sakura hinata onepiece luffy bleach ichigo deathnote evangelion sailormoon inuyasha hellokitty doraemon
starwars startrek skywalker lukeskywalker darthvader vader yoda jedi sith anakin obiwan hansolo chewbacca stormtrooper deathstar
starlord matrix neo trinity morpheus terminator gandalf frodo aragorn legolas gollum hobbit mordor lordoftherings
theonering harrypotter potter hogwarts gryffindor slytherin hermione dumbledore voldemort weasley quidditch expecto patronum
twilight edwardcullen bella hungergames gameofthrones winteriscoming khaleesi daenerys jonsnow lannister stark targaryen
breakingbad heisenberg walkingdead friends seinfeld simpsons homer bart futurama southpark cartman family spongebob
squarepants patrickstar mickey mickeymouse minnie donaldduck goofy pluto bambi dumbo simba nemo findingnemo toystory woody buzz
lightyear lionking cinderella pocahontas mulan ariel tinkerbell tinkerbell peterpan captain hook jacksparrow piratesofthecaribbean
superman batman robin joker spiderman ironman hulk wolverine deadpool captainamerica avengers wonderwoman punisher daredevil
gotham jamesbond bond scarface godfather corleone rambo rocky balboa gladiator spartacus braveheart fightclub tylerdurden
metallica slipknot nirvana kurtcobain linkinpark greenday blink ironmaiden megadeth slayer pantera korn limpbizkit
systemofadown rammstein acdc gunsnroses ledzeppelin pinkfloyd beatles thebeatles rollingstones queen coldplay radiohead
u2 depechemode evanescence mychemicalromance fallout fallouboy falloutboy paramore avengedsevenfold disturbed godsmack
eminem slimshady tupac biggie snoopdogg jayz kanye drake lilwayne 50cent soulja rihanna beyonce britney britneyspears madonna
shakira michaeljackson elvis elvispresley presley bobmarley marley rasta reggae hiphop rapper backstreetboys onedirection justinbieber bieber
jonasbrothers hannahmontana mileycyrus selena selenagomez taylorswift ladygaga katyperry blackpink bts bangtan exo superjunior
america usa american canada mexico mexicano brasil brazil argentina colombia venezuela peru chile puertorico england london
ireland scotland wales france paris germany deutschland berlin munich muenchen münchen hamburg italy italia rome spain espana
españa portugal lisboa russia moscow moskva ukraine poland polska warszawa turkey turkiye istanbul ankara egypt india mumbai
delhi china beijing shanghai japan tokyo korea seoul australia sydney melbourne newyork brooklyn manhattan california losangeles
hollywood sanfrancisco sandiego lasvegas vegas texas dallas houston austin florida miami chicago boston philadelphia detroit
seattle atlanta denver phoenix arizona colorado alaska hawaii jamaica africa amsterdam holland netherlands belgium brussels
sweden norway finland denmark switzerland austria vienna wien zurich dubai singapore malaysia indonesia jakarta philippines manila
pilipinas thailand bangkok vietnam saigon
chocolate cookie cookies candy cupcake brownie cheese cheesecake pizza pasta burger hotdog bacon chicken chickennuggets nuggets
banana apple orange cherry strawberry strawberries blueberry raspberry peaches mango lemon lime coconut pineapple watermelon
peanut butter peanutbutter jelly popcorn pepsi cocacola coke cola coffee starbucks tea whiskey vodka tequila heineken guinness
budweiser budlight corona beer wine jackdaniels marlboro cigarette weed marijuana cannabis ganja smoke stoner
butterfly butterflies dolphin dolphins elephant tiger lion panther leopard cheetah wolf wolves werewolf vampire zombie unicorn
horse horses pony eagle falcon hawk phoenix snake spider scorpion shark turtle tortoise penguin panda koala kangaroo rabbit
bunny kitty kitten kittycat puppy doggy doggie dog cat fish bird duck chicken piggy monkeys gorilla giraffe hamster squirrel
flower flowers sunflower rose roses daisy orchid lavender jasmine tulip blossom rainbow star stars starlight stardust moon
moonlight sunset sunrise sunny snow snowflake winter thunder lightning storm hurricane tornado fire ice water ocean river
diamond diamonds crystal silver golden gold platinum pearl ruby emerald sapphire
skater skateboard surfer surfing swimming swimmer volleyball softball tennis golf golfer bowling wrestling cheerleader cheer dance
dancer dancing ballet music musica guitar drummer drums piano violin trumpet bass singer gymnast gymnastics karate boxing runner
`;

/** Sayings, titles and passwords of several words, which are written without spaces here. */
export const PHRASES = `
correcthorsebatterystaple correcthorse batterystaple horsebatterystaple
tobeornottobe idontgiveafuck godblessyou godbless bless fireandice biggirlsdontcry nopainnogain maytheforcebewithyou thequickbrownfox quickbrownfox brownfox lazydog onceuponatime neversaynever
livelaughlove hakunamatata carpediem carpenoctem abracadabra abrakadabra alakazam simsalabim rockandroll rocknroll sexdrugs
loremipsum loremipsumdolor foobar foobarbaz deadbeef cafebabe helloworld tr0ub4dor troubador troubadour valarmorghulis iamgroot youshallnotpass
allyouneedislove stairwaytoheaven hotelcalifornia bohemianrhapsody smellsliketeenspirit entersandman nothingelsematters
wonderwall letitbe heyjude imagine californication redhotchilipeppers chilipeppers gunsandroses threedaysgrace imaginedragons
arcticmonkeys tokiohotel fallingdown panicatthedisco sumfortyone thekillers foofighters pearljam soundgarden aliceinchains
romeoandjuliet tomandjerry scooby scoobydoo scoobydoodoo winniethepooh pooh katniss everdeen hermione granger shippuden uzumaki fullmetal
alchemist shinigami deathnote yugioh bakugan beyblade devilmaycry residentevil streetfighter mortalkombat grandtheftauto vicecity
sanandreas needforspeed godofwar angrybirds candycrush clashofclans clashroyale warhammer houseofcards gameofthrones breakingbad
greysanatomy prisonbreak strangerthings stranger things doctorwho drwho torchwood sherlock holmes sherlockholmes moriarty baker
shakespeare hamlet macbeth othello odyssey alohomora alibaba sesamestreet bigbird elmo cookiemonster muppets kermit
santa claus santaclaus jinglebells merrychristmas happybirthday happynewyear happyhour happyfeet happydays
blackberry motorola panasonic siemens toshiba lenovo huawei xiaomi sony canon powershot nikon logitech intel pentium athlon nvidia
geforce radeon westernunion paypal visa mastercard netflix spotify tiktok instagram snapchat whatsapp telegram skype myspace bebo
friendster orkut linkedin wikipedia mozilla chrome safari explorer
redbull monsterenergy mountaindew drpepper snickers twix skittles doritos pringles nutella haribo milka toblerone kitkat
mcdonalds burgerking pizzahut dominos subway walmart target ikea costco tesco lidl aldi carrefour
alabama arkansas connecticut delaware georgia idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts
michigan minnesota mississippi missouri montana nebraska nevada hampshire jersey newjersey mexico newmexico carolina dakota ohio oklahoma oregon
pennsylvania rhode tennessee utah vermont virginia washington wisconsin wyoming newyorkcity newyorker
afghanistan albania algeria angola armenia azerbaijan bahamas bahrain bangladesh barbados belarus bolivia bosnia botswana bulgaria cambodia cameroon
chad congo costarica croatia cuba cyprus czech ecuador salvador eritrea estonia ethiopia fiji gambia georgia ghana greece guatemala guinea haiti honduras hungary
iceland iran iraq israel kazakhstan kenya kosovo kuwait laos latvia lebanon liberia libya lithuania luxembourg macedonia madagascar malawi maldives mali malta
mauritius moldova monaco mongolia montenegro morocco mozambique myanmar namibia nepal newzealand zealand nicaragua nigeria oman
pakistan palestine panama paraguay qatar romania rwanda samoa saudi arabia arabian senegal serbia slovakia slovenia somalia southafrica
srilanka lanka sudan syria taiwan tajikistan tanzania togo trinidad tobago tunisia uganda emirates uruguay uzbekistan yemen zambia zimbabwe
athens barcelona beirut bogota bombay brisbane bucharest budapest cairo calcutta caracas casablanca copenhagen damascus dublin edinburgh florence
frankfurt geneva glasgow helsinki hongkong jerusalem johannesburg karachi kiev kyiv lagos lima lyon marseille montreal
nairobi naples oslo prague praha quebec rio riodejaneiro stockholm stuttgart toronto toulouse valencia vancouver venice verona zagreb koeln köln
dresden leipzig nuernberg hannover bremen
monkeys woaini wodemima aini tiamo kocham kochamcie ljubav volim volimte sevgi askim hayat canim seviyorum aishiteru saranghae mahal
mahalkita sayang cinta aku rahasia iloveindia pyaar jaan zindagi mata bharat jaihind krishna hanuman ganapati habibi habibti yallah
mivida corazon mariposa estrella dios diosesamor dioses cielo vida locura guapa guapo hermosa bonita chica chico loco loca perro gato gatito
mujer hombre hermano hermana abuela hijo hija casa playa sol luna soledad esperanza libertad tranquilo siempre juntos nunca felicidad
minha vida deus fiel deusefiel jesusteama saudade felicidade coracao cachorro gatinha flor familia foda merda caralho porra
soleil chouchou doudou loulou bisous coucou amour famille maison chien chat chaton lapin fleur etoile papillon merci chocolat vacances
ciaociao ciao bella bello tesoro cuore vita forza juve forzajuve inter mamma pizza stronzo cazzo vaffanculo ragazza farfalla
maus mausi mausimaus hase hasi hasen baer bärchen engel blume sonne sonnenschein mond stern sterne liebling kuschel fussball fußball
geheim geheimnis sicher sicherheit frühling fruehling passwort schule arbeit firma urlaub katze hund pferd freiheit schmetterling
ficken hallo tschuess moin servus danke bitte
privet lubov lyubov ljubov zhopa solnce solnyshko kisa koshka sobaka zvezda rossiya krasota malysh nastya dasha masha misha sasha
kotik zaychik parol пароль привет любовь солнце наташа сергей андрей марина максим
weihnachten weihnacht weihnachtsmann ostern silvester neujahr geburtstag autobahn bundesliga deutschland deutsche deutschebahn bahn bahnhof bundesbahn österreich schweiz
hurensohn arschloch scheisse scheiße wichser arsch oktoberfest bayernmunchen bayern fcbayern borussia dortmund schalke werder herthabsc hamburg berlin münchen muenchen
januar februar märz maerz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag herbst winter sommer
janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche printemps ete automne hiver noel joyeuxnoel
enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo primavera verano otono invierno navidad feliznavidad
gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre lunedi martedi mercoledi giovedi venerdi domenica estate autunno inverno natale buonnatale pasqua
janeiro fevereiro março marco maio junho julho setembro outubro novembro dezembro segunda terça quarta quinta sexta verão outono inverno natal feliznatal
januari februari maart april mei augustus zondag maandag dinsdag woensdag donderdag vrijdag zaterdag lente zomer herfst kerstmis sinterklaas
styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien poniedzialek wtorek sroda czwartek piatek sobota niedziela wiosna lato jesien zima wielkanoc wesolychswiat
ocak subat nisan mayis haziran temmuz agustos eylul ekim kasim aralik pazartesi sali carsamba persembe cuma cumartesi pazar ilkbahar yaz sonbahar galatasaray fenerbahce besiktas
jul påsk midsommar sommar höst vår måndag tisdag onsdag torsdag fredag lördag söndag
январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь понедельник вторник среда четверг пятница суббота воскресенье весна лето осень зима
александр александра алексей алексеи анастасия андреи анна антон артем борис вадим валентина валерии василии вера вероника виктор виктория виталии владимир владислав вячеслав
галина григории дарья даша денис дима дмитрии евгении евгения екатерина катя елена лена иван игорь илья ирина кирилл константин костя ксения лариса людмила максим маргарита мария маша михаил миша надежда
никита николаи олег ольга оля павел паша петр полина роман руслан светлана света семен станислав степан татьяна таня федор юлия юрии яна ярослав
спартак зенит динамо москва россия украина киев солнышко котенок зайка собака кошка мама папа семья счастье жизнь красота свобода победа привет пароль админ
wojciech krzysztof grzegorz agnieszka malgorzata katarzyna stanislaw zbigniew tadeusz piotr pawel tomasz michal lukasz mateusz jakub szymon marcin bartosz kamil zuzanna magdalena
youllneverwalkalone neverwalkalone ynwa gloryglory halamadrid viscabarca forzamilan forzaroma forzanapoli allezlesbleus maythefourthbewithyou maythe4thbewithyou thefourth independenceday fourthofjuly
millenniumfalcon millennium falcon starwars startrek tardis bakerstreet 221bbakerstreet 221b privetdrive winterfell kingslanding middleearth sasuke uchiha sasukeuchiha itachi kakashi naruto goku vegeta sayajin
correct battery staple correcthorse batterystaple correcthorsebatterystaple
polska misiek misiaczek kotek slonko slonce kochanie dupa milosc haslo motylek
suck sucks sucker suckmydick dickhead ass asshat wank wanker twat bugger bollocks douche crap damn hell piss screwyou stfu wtf omg lol lmao rofl
bff xoxo swag yolo noob noobs pwned leet elite hax haxor owned
frost frostproof proof invincible invisible invictus valkyrie berserk berserker maverick goose iceman viper topgun rocketman skyhawk
silverado silversurfer greenlantern greenarrow flash catwoman harleyquinn harley quinn poisonivy riddler joker bane thanos loki groot drax gamora
rocket hawkeye blackwidow blackpanther wakanda captainmarvel doctorstrange antman aquaman cyborg raven starfire beastboy
express xpress xtreme xtra xperia
twentyone tenthousand wtc chihuahua poodle bulldog pitbull rottweiler labrador retriever shepherd dachshund simpson bartsimpson zeppelin stonecold undertakers
logitech samsunggalaxy galaxy motorola thinkpad macbook imac pentium
`;
